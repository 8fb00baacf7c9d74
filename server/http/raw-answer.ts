import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { commonHeaders, envelopeFormat } from './envelope.ts';
import { linger } from './linger.ts';
import type { Problem } from './problem.ts';

const lingerMs = 1000;

/**
 * Answers a request that never became one: Node could not parse it, so there is no response object to write to.
 * The connection cannot be used again.
 */
export function answerRaw(socket: Duplex, problem: Problem, traceId: string, format = envelopeFormat): void {
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
  socket.write(`HTTP/1.1 ${problem.code} ${STATUS_CODES[problem.code]}\r\n${lines.join('')}\r\n${body}`);
  socket.on('error', () => socket.destroy());
  linger(socket, lingerMs);
}
