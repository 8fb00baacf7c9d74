import type { Socket } from 'node:net';
import { afterAwake, awake, toTransportError } from './connect.ts';
import type { Exchange, Response, SentRequest, TransportError } from './exchange.ts';
import { createResponseReader, maxBodyBytes, type ResponseState } from './read-response.ts';

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
    let linger: { done: Extract<ResponseState, { state: 'done' }>; rest: Buffer[] } | undefined;

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
    const finishLingering = () => {
      if (linger === undefined) return;
      const { response } = linger.done;
      const rest = Buffer.concat([response.rest, ...linger.rest]);
      finish({ response: withRest(response, rest), keepAliveMs: 0 });
    };
    const react = (state: ResponseState) => {
      if (state.state === 'not-http') {
        giveUp('not-http', 'the response is not HTTP/1.1');
      } else if (state.state === 'too-large') {
        giveUp('body-too-large', `the body is longer than ${maxBodyBytes} bytes`);
      } else if (state.state === 'done') {
        if (sent.settings.lingerMs === undefined) {
          finish({
            response: state.response,
            keepAliveMs: sent.settings.endAfterSending === true ? 0 : state.keepAliveMs,
          });
        } else {
          linger = { done: state, rest: [] };
          timer.cancel();
          // A slow server needs the same time for its next response.
          const tookMs = performance.now() - start;
          timer = afterAwake(Math.max(sent.settings.lingerMs, 2 * tookMs), finishLingering);
        }
      }
    };
    const onData = (bytes: Buffer) => {
      waitMs ??= performance.now() - start;
      if (linger) linger.rest.push(bytes);
      else react(reader.push(bytes));
    };
    const onEnd = () => {
      if (linger) return finishLingering();
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

function withRest(response: Response, rest: Buffer): Response {
  if (rest.length === response.rest.length) return response;
  const others = response.protocolErrors.filter(({ kind }) => kind !== 'extra-bytes');
  return {
    ...response,
    rest,
    protocolErrors: [...others, { kind: 'extra-bytes', detail: `${rest.length} bytes follow` }],
  };
}
