import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { responseLimits } from '../../bounded/limits.ts';
import { afterAwake, toTransportError } from '../../http/connect.ts';
import type { Exchange, TransportError } from '../../http/exchange.ts';
import { createKeeper } from '../../http/read-body.ts';
import { isStream } from '../../http/stream-items.ts';

/** The bytes of a response as they came, which nobody has read yet. */
export interface ResponseCopy extends Pick<Exchange, 'startedAt' | 'durationMs' | 'waitMs'> {
  /** The first of them. */
  readonly bytes: Buffer;
  /** How many have come. */
  readonly count: number;
  /** Whether the server may send more: a stream that need not end. */
  readonly isOpen: boolean;
  /** Whether the client did not wait for the end. What it has left unread is no finding. */
  readonly hasClientLeft: boolean;
  /** Why the connection ended, if that was too early. */
  readonly error: TransportError | undefined;
}

/** How long a larger body takes depends on the client too. */
const timedBytes = 64 * 1024;

const keptBytes =
  responseLimits.headBytes + responseLimits.bodyBytes + responseLimits.lingeringBytes;

/** Keeps the beginning of a response beside the client that receives it, and reports it once. */
export function copyResponse(upstream: ClientRequest, report: (copy: ResponseCopy) => void) {
  const kept = createKeeper(keptBytes);
  const startedAt = Date.now();
  const start = performance.now();
  const passedMs = () => performance.now() - start;
  let headMs: number | undefined;
  let lastMs = 0;
  let isReported = false;
  let streaming: { cancel(): void } | undefined;

  const finish = (end: Pick<ResponseCopy, 'isOpen' | 'hasClientLeft' | 'error'>) => {
    if (isReported) return;
    isReported = true;
    streaming?.cancel();
    const count = kept.length();
    report({
      ...end,
      bytes: kept.bytes(),
      count,
      startedAt,
      durationMs: count > timedBytes ? (headMs ?? lastMs) : lastMs,
      ...(headMs !== undefined && { waitMs: headMs }),
    });
  };
  const push = (chunk: Buffer) => {
    lastMs = passedMs();
    headMs ??= lastMs;
    if (!isReported) kept.add(chunk);
  };
  const finishStream = () => finish({ isOpen: true, hasClientLeft: false, error: undefined });

  upstream.once('socket', (socket: Socket) => socket.on('data', push));
  upstream.once('response', ({ headers }: IncomingMessage) => {
    if (isStream(headers['content-type']))
      streaming = afterAwake(responseLimits.streamMs, finishStream);
  });

  return {
    /** The connection has ended. */
    end: (hasClientLeft: boolean, cause: unknown) => {
      if (cause !== undefined) lastMs = passedMs();
      const error = cause instanceof Error ? toTransportError(cause, 'connection') : undefined;
      finish({ isOpen: false, hasClientLeft, error });
    },
  };
}
