import { METHODS, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { connectionOf, linger } from '../connections.ts';
import type { Random } from '../security/random.ts';
import type { Log, ObserveRequest } from './access-log.ts';
import { commonHeaders, createTraceId, failureEnvelope, jsonType } from './envelope.ts';
import { Problem, type Reason } from './problem.ts';

interface ParseError extends NodeJS.ErrnoException {
  /** What the parser was reading. */
  readonly rawPacket?: Buffer;
}

interface UnparsedOptions {
  readonly random: Random;
  readonly log: Log;
  readonly observe: ObserveRequest;
}

/** Sends the envelope where Node itself would send an empty body, or nothing at all. */
export function rejectUnparsed(server: Server, { random, log, observe }: UnparsedOptions): void {
  function reject(socket: Duplex, reason: Reason, begun?: ServerResponse): void {
    const problem = new Problem(reason);
    const locals = begun && localsOf(begun);
    const traceId = locals?.traceId ?? createTraceId(random);
    writeFailure(socket, problem, traceId);
    if (locals !== undefined) {
      // Its line in the log comes from the steps that began it.
      locals.reason = reason;
      locals.replacedStatus = problem.code;
      return;
    }
    log.info({ traceId, status: problem.code, reason }, 'request rejected');
    observe({ traceId, operation: undefined, status: problem.code, reason, seconds: 0 });
  }

  server.on('clientError', (error: ParseError, socket: Duplex) => {
    const { current, latest } = connectionOf(socket) ?? {};
    // A client that has disconnected receives nothing.
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
    } else if (current === undefined && latest?.complete !== false) {
      reject(socket, reasonOf(error));
    } else if (current?.headersSent === false) {
      reject(socket, reasonOf(error), current);
    } else if (current === undefined || current.shouldKeepAlive) {
      // A response that was begun cannot be replaced: another one would look like the response to the next request.
      socket.destroy();
    }
  });

  // The contract has no method CONNECT on any path.
  server.on('connect', (_request, socket) => {
    // Node has given its parser to another connection by now.
    socket.removeAllListeners('data');
    reject(socket, 'not_found');
  });

  // An expectation may be ignored (RFC 9110, 10.1.1): the request is served as if it had none.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('checkContinue', (request, response) => server.emit('request', request, response));
}

/** `undefined` while Express has not seen the response. */
function localsOf(response: ServerResponse): Express.Locals | undefined {
  // Express makes a response of Node its own, with `locals`.
  return (response as ServerResponse & { readonly locals?: Express.Locals }).locals;
}

const reasons: Readonly<Record<string, Reason>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

const requestLine = /^([\w!#$%&'*+.^`|~-]+) \S+ HTTP\/1\.[01]\r\n/;

/** The parser fails alike for a method that it does not know and for what is no request at all (RFC 9110, 9.1 and 15.6.2). */
function reasonOf({ code = '', rawPacket }: ParseError): Reason {
  const [, method] = requestLine.exec(rawPacket?.toString('latin1') ?? '') ?? [];
  const isUnknown = method !== undefined && !METHODS.includes(method);
  if (code === 'HPE_INVALID_METHOD' && isUnknown) return 'method_not_implemented';
  return reasons[code] ?? 'malformed_request';
}

/** For what Node could not parse: there is no response object, and the connection ends. */
function writeFailure(socket: Duplex, problem: Problem, traceId: string): void {
  const body = JSON.stringify(failureEnvelope(problem, traceId));
  const headers = {
    ...commonHeaders,
    'Content-Type': jsonType,
    ...problem.headers,
    'Content-Length': Buffer.byteLength(body),
    Date: new Date().toUTCString(),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(
    `HTTP/1.1 ${problem.code} ${STATUS_CODES[problem.code]}\r\n${lines.join('')}\r\n${body}`,
  );
  socket.on('error', () => socket.destroy());
  linger(socket);
}
