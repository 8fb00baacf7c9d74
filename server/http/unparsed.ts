import { METHODS, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Random } from '../security/random.ts';
import { connectionOf, linger } from './connections.ts';
import { createTraceId } from './context.ts';
import { announcedOn } from './deprecation.ts';
import { type Log, type ObserveRequest, replaced } from './observe.ts';
import { Problem, type Reason } from './problem.ts';
import { commonHeaders, envelopeFormat, type FailureFormat } from './respond.ts';

const reasons: Readonly<Record<string, Reason>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

interface UnparsedOptions {
  readonly random: Random;
  readonly log: Log;
  readonly format?: FailureFormat;
  readonly observe?: ObserveRequest;
}

/** Sends the envelope where Node itself would send an empty body, or nothing at all. */
export function rejectUnparsed(server: Server, options: UnparsedOptions): void {
  const { random, log, format = envelopeFormat, observe = () => {} } = options;

  function reject(socket: Duplex, reason: Reason, begun?: ServerResponse): void {
    const traceId = createTraceId(random);
    const problem = new Problem(reason, { headers: announcedOn(begun) });
    const status = problem.code;
    sendRaw(socket, problem, traceId, format);
    // Its line in the log and its count come from the steps that began it.
    if (begun !== undefined) return void replaced.set(begun, { traceId, status, reason });
    log.info({ traceId, status, reason }, 'request rejected');
    observe({ operation: undefined, status, reason, seconds: undefined });
  }

  server.on('clientError', (error: ParseError, socket: Duplex) => {
    const reason = reasonOf(error);
    const { current, latest } = connectionOf(socket) ?? {};
    // A client that has disconnected receives nothing.
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    // The error is in what came after a whole request.
    else if (current === undefined && latest?.complete !== false) reject(socket, reason);
    else if (current?.headersSent === false) reject(socket, reason, current);
    // A response that was begun cannot be replaced: another one would look like the response to the next request. Where it says
    // that the connection closes (RFC 9112, 9.6), Node closes it once the response has left.
    else if (current === undefined || !closesConnection(current)) socket.destroy();
  });

  // The contract has no method CONNECT on any path, and no path of the form that CONNECT requires.
  server.on('connect', (_request, socket) => {
    // Node has given its parser to another connection by now.
    socket.removeAllListeners('data');
    reject(socket, 'not_found');
  });

  // An expectation may be ignored (RFC 9110, 10.1.1): the request is served as if it had none.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('checkContinue', (request, response) => server.emit('request', request, response));
}

interface ParseError extends NodeJS.ErrnoException {
  /** What the parser was reading. */
  readonly rawPacket?: Buffer;
}

const requestLine = /^([\w!#$%&'*+.^`|~-]+) \S+ HTTP\/1\.[01]\r\n/;

/** The parser fails alike for a method that it does not know and for what is no request at all (RFC 9110, 9.1 and 15.6.2). */
function reasonOf({ code = '', rawPacket }: ParseError): Reason {
  const [, method] = requestLine.exec(rawPacket?.toString('latin1') ?? '') ?? [];
  const isUnknown = method !== undefined && !METHODS.includes(method);
  if (code === 'HPE_INVALID_METHOD' && isUnknown) return 'method_not_implemented';
  return reasons[code] ?? 'malformed_request';
}

function closesConnection(response: ServerResponse): boolean {
  return !response.shouldKeepAlive || response.getHeader('connection') === 'close';
}

const lingerMs = 1000;

/** For what Node could not parse: there is no response object, and the connection ends. */
export function sendRaw(
  socket: Duplex,
  problem: Problem,
  traceId: string,
  format = envelopeFormat,
): void {
  const body = JSON.stringify(format.body(problem, traceId));
  const headers = {
    ...commonHeaders,
    'Content-Type': 'application/json; charset=utf-8',
    ...format.headers(problem),
    'Content-Length': Buffer.byteLength(body),
    Date: new Date().toUTCString(),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(
    `HTTP/1.1 ${problem.code} ${STATUS_CODES[problem.code]}\r\n${lines.join('')}\r\n${body}`,
  );
  socket.on('error', () => socket.destroy());
  linger(socket, lingerMs);
}
