import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import { responseLimits } from '../../bounded/limits.ts';
import { afterAwake, toTransportError } from '../../http/connect.ts';
import type { Exchange } from '../../http/exchange.ts';
import { createResponseReader, type ResponseState } from '../../http/read-response.ts';

export type Copied = Omit<Exchange, 'number' | 'request'>;

/** How long a larger body takes depends on the client too. */
const timedBytes = 64 * 1024;

/** Reads the bytes of a response beside the client that receives it, and reports once what is kept of it. */
export function copyResponse(upstream: ClientRequest, report: (copied: Copied) => void) {
  const reader = createResponseReader(upstream.method);
  const startedAt = Date.now();
  const start = performance.now();
  const passedMs = () => performance.now() - start;
  let headMs: number | undefined;
  let bytes = 0;
  let isReported = false;
  let streaming: { cancel(): void } | undefined;

  const finish = (result: Pick<Exchange, 'response' | 'error'>) => {
    if (isReported) return;
    isReported = true;
    streaming?.cancel();
    const durationMs = bytes > timedBytes ? (headMs ?? passedMs()) : passedMs();
    report({ ...result, startedAt, durationMs, ...(headMs !== undefined && { waitMs: headMs }) });
  };
  const finishStream = () => {
    const response = reader.stream();
    if (response !== undefined) finish({ response });
  };
  const react = (state: ResponseState) => {
    if (state.state === 'done') finish({ response: state.response });
    else if (state.state === 'streaming')
      streaming ??= afterAwake(responseLimits.streamMs, finishStream);
    else if (state.state === 'not-http')
      finish({ error: { kind: 'not-http', message: 'the response is not HTTP/1.1' } });
  };
  const push = (chunk: Buffer) => {
    headMs ??= passedMs();
    bytes += chunk.length;
    if (!isReported) react(reader.push(chunk));
  };

  upstream.once('socket', (socket: Socket) => socket.on('data', push));

  return {
    /** The connection has ended. What a client has left unread is no finding. */
    end: (hasClientLeft: boolean, cause: unknown) => {
      if (isReported) return;
      if (hasClientLeft) {
        isReported = true;
        streaming?.cancel();
        return;
      }
      react(reader.end());
      const response = reader.partial();
      finish({
        error:
          cause instanceof Error
            ? toTransportError(cause, 'connection')
            : { kind: 'closed', message: 'the connection ended without a complete response' },
        ...(response && { response }),
      });
    },
  };
}
