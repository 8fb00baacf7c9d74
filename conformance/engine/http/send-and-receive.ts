import type { Socket } from 'node:net';
import { responseLimits } from '../bounded/limits.ts';
import { afterAwake, awake, toTransportError } from './connect.ts';
import type { Exchange, Response, SentRequest, TransportError } from './exchange.ts';
import { createKeeper } from './read-body.ts';
import { createResponseReader, type ResponseState } from './read-response.ts';

export interface ReceivedResult extends Pick<Exchange, 'response' | 'error' | 'waitMs'> {
  /** How long the server keeps the connection open for another request. 0 when it closes the connection. */
  readonly keepAliveMs: number;
}

/** Sends one request on an open connection and reads the response. It removes its listeners before it returns. */
export function sendAndReceive(
  socket: Socket,
  sent: SentRequest,
  { timeoutMs, where }: { readonly timeoutMs: number; readonly where: string },
): Promise<ReceivedResult> {
  const reader = createResponseReader(sent.method);
  const start = performance.now();
  return new Promise((resolve) => {
    let waitMs: number | undefined;
    let failure: TransportError | undefined;
    let isStreaming = false;
    const following = createKeeper(responseLimits.lingeringBytes);
    let lingering: Response | undefined;

    const finish = (result: Omit<ReceivedResult, 'waitMs'>) => {
      timer.cancel();
      socket.off('data', onData).off('end', onEnd).off('close', onEnd).off('error', onError);
      resolve({ ...result, ...(waitMs !== undefined && { waitMs }) });
    };
    const giveUp = (kind: TransportError['kind'], message: string) => {
      const response = reader.partial();
      finish({
        error: { kind, message: `${where}: ${message}` },
        ...(response && { response }),
        keepAliveMs: 0,
      });
    };
    const finishLingering = (response: Response) =>
      finish({ response: withRest(response, following), keepAliveMs: 0 });
    // A stream need not end: its head and what has arrived are the response.
    const finishStream = () => {
      const response = reader.stream();
      finish({ ...(response && { response }), keepAliveMs: 0 });
    };
    const react = (state: ResponseState) => {
      if (state.state === 'not-http') {
        giveUp('not-http', 'the response is not HTTP/1.1');
      } else if (state.state === 'streaming') {
        if (state.bytes > responseLimits.streamBytes) return finishStream();
        if (isStreaming) return;
        isStreaming = true;
        timer.cancel();
        timer = afterAwake(responseLimits.streamMs, finishStream);
      } else if (state.state === 'done') {
        if (sent.settings.lingerMs === undefined) {
          finish({
            response: state.response,
            keepAliveMs: sent.settings.endAfterSending === true ? 0 : state.keepAliveMs,
          });
        } else {
          const { response } = state;
          lingering = response;
          timer.cancel();
          // A slow server needs the same time for its next response.
          const tookMs = performance.now() - start;
          timer = afterAwake(Math.max(sent.settings.lingerMs, 2 * tookMs), () =>
            finishLingering(response),
          );
        }
      }
    };
    const onData = (bytes: Buffer) => {
      waitMs ??= performance.now() - start;
      if (lingering) following.add(bytes);
      else react(reader.push(bytes));
    };
    const onEnd = () => {
      if (lingering) return finishLingering(lingering);
      const state = reader.end();
      if (state.state !== 'reading') return react(state);
      if (failure) return giveUp(failure.kind, failure.message);
      giveUp(
        'closed',
        waitMs !== undefined
          ? 'the connection ended inside the response'
          : 'the connection ended without a response',
      );
    };
    const onError = (error: Error) => {
      failure = toTransportError(error, 'connection');
      onEnd();
    };
    let timer = afterAwake(timeoutMs, () =>
      giveUp('timeout', `no complete response in ${timeoutMs} ms`),
    );
    socket.on('data', onData).on('end', onEnd).on('close', onEnd).on('error', onError);
    void write(socket, sent);
  });
}

const endAfterMs = 1_000;

async function write(socket: Socket, { bytes, settings }: SentRequest): Promise<void> {
  const { pause, endAfterSending } = settings;
  if (pause) {
    socket.write(bytes.subarray(0, pause.afterBytes));
    await awake(pause.ms);
    if (socket.destroyed || !socket.writable) return;
    socket.write(bytes.subarray(pause.afterBytes));
  } else {
    socket.write(bytes);
  }
  if (endAfterSending !== true) return;
  // Not at once: some servers send nothing to a client that has closed its side, even to a complete request.
  await awake(endAfterMs);
  if (!socket.destroyed && socket.writable) socket.end();
}

function withRest(response: Response, following: ReturnType<typeof createKeeper>): Response {
  if (following.length() === 0) return response;
  const others = response.protocolErrors.filter(({ kind }) => kind !== 'extra-bytes');
  const detail = `${response.rest.length + following.length()} bytes follow`;
  return {
    ...response,
    rest: Buffer.concat([response.rest, following.bytes()]).subarray(
      0,
      responseLimits.lingeringBytes,
    ),
    protocolErrors: [...others, { kind: 'extra-bytes', detail }],
  };
}
