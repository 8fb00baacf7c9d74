import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Random } from '../security/random.ts';
import { announcedOn } from './deprecation.ts';
import { envelopeFormat, type FailureFormat } from './envelope.ts';
import type { Log } from './log.ts';
import type { ObserveRequest } from './measure.ts';
import { Problem, type Reason } from './problem.ts';
import { answerRaw } from './raw-answer.ts';
import { createTraceId } from './trace.ts';

const reasons: Readonly<Record<string, Reason>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

export interface UnparsedOptions {
  readonly random: Random;
  readonly log: Log;
  readonly format?: FailureFormat;
  readonly observe?: ObserveRequest;
}

/** Gives the envelope to what Node would answer by itself with an empty body, or not at all. */
export function answerUnparsed(server: Server, options: UnparsedOptions): void {
  const { random, log, format = envelopeFormat, observe = () => {} } = options;
  const unfinished = new WeakMap<Duplex, ServerResponse>();

  function refuse(socket: Duplex, reason: Reason, begun?: ServerResponse): void {
    const traceId = createTraceId(random);
    log.info({ traceId, reason }, 'request refused');
    const problem = new Problem(reason, { headers: announcedOn(begun) });
    answerRaw(socket, problem, traceId, format);
    observe({ operation: undefined, status: problem.code, reason, seconds: undefined });
  }

  server.on('request', (request, response) => {
    unfinished.set(request.socket, response);
  });

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const response = unfinished.get(socket);
    // The answer says that the connection closes (RFC 9112, 9.6): Node does that when it has gone, and this is too late.
    if (response?.headersSent === true && closesConnection(response)) return;
    const answering = response?.headersSent === true && !(response.writableFinished && response.req.complete);
    // An answer that has begun cannot be taken back, one more would be taken for that of the next request, and a peer that
    // has gone hears nothing.
    if (error.code === 'ECONNRESET' || !socket.writable || answering) {
      socket.destroy();
      return;
    }
    refuse(socket, reasons[error.code ?? ''] ?? 'malformed_request', response);
  });

  // The contract has no method CONNECT on any path, and no path of the form that CONNECT asks for.
  server.on('connect', (_request, socket) => refuse(socket, 'not_found'));

  // An expectation may be ignored (RFC 9110, 10.1.1); the request is answered for what it is.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('checkContinue', (request, response) => server.emit('request', request, response));
}

function closesConnection(response: ServerResponse): boolean {
  return !response.shouldKeepAlive || response.getHeader('connection') === 'close';
}
