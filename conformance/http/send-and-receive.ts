import type { Socket } from 'node:net';
import { toTransportError } from './connect.ts';
import type { Response, SentRequest, TransportError } from './exchange.ts';
import { type AnswerState, createAnswerReader } from './read-response.ts';
import { afterAwake, awake } from './wait-awake.ts';

export interface Conversation {
  readonly response?: Response;
  readonly error?: TransportError;
  readonly reusable: boolean;
  /** Whether a single octet came back. */
  readonly answered: boolean;
}

export interface Patience {
  readonly timeoutMs: number;
  readonly maxBodyOctets: number;
  readonly where: string;
}

/** Sends one request over an open connection and reads its answer. The listeners it adds are gone when it returns. */
export function converse(socket: Socket, sent: SentRequest, patience: Patience): Promise<Conversation> {
  const { timeoutMs, maxBodyOctets, where } = patience;
  const reader = createAnswerReader(sent.method, maxBodyOctets);
  const start = performance.now();
  return new Promise((resolve) => {
    let answered = false;
    let broken: TransportError | undefined;
    let linger: { done: Extract<AnswerState, { state: 'done' }>; rest: Buffer[] } | undefined;

    const finish = (result: Omit<Conversation, 'answered'>) => {
      timer.cancel();
      socket.off('data', onData).off('end', onEnd).off('close', onEnd).off('error', onError);
      resolve({ ...result, answered });
    };
    const giveUp = (kind: TransportError['kind'], message: string) => {
      const response = reader.partial();
      finish({
        error: { kind, message: `${where}: ${message}` },
        ...(response && { response }),
        reusable: false,
      });
    };
    const finishLingering = () => {
      if (linger === undefined) return;
      const { response } = linger.done;
      const rest = Buffer.concat([response.rest, ...linger.rest]);
      finish({ response: withRest(response, rest), reusable: false });
    };
    const react = (state: AnswerState) => {
      if (state.state === 'not-http') {
        giveUp('not-http', 'the answer is not HTTP/1.1');
      } else if (state.state === 'too-large') {
        giveUp('body-too-large', `the body goes on after ${maxBodyOctets} octets`);
      } else if (state.state === 'done') {
        if (sent.settings.lingerMs === undefined) {
          finish({
            response: state.response,
            reusable: state.reusable && sent.settings.endAfterSending !== true,
          });
        } else {
          linger = { done: state, rest: [] };
          timer.cancel();
          // A slow server takes as long for what it answers next.
          const tookMs = performance.now() - start;
          timer = afterAwake(Math.max(sent.settings.lingerMs, 2 * tookMs), finishLingering);
        }
      }
    };
    const onData = (octets: Buffer) => {
      answered = true;
      if (linger) linger.rest.push(octets);
      else react(reader.push(octets));
    };
    const onEnd = () => {
      if (linger) return finishLingering();
      const state = reader.end();
      if (state.state !== 'reading') return react(state);
      if (broken) return giveUp(broken.kind, broken.message);
      giveUp(
        'closed',
        answered ? 'the connection ended inside the answer' : 'the connection ended without an answer',
      );
    };
    const onError = (error: Error) => {
      broken = toTransportError(error, 'connection');
      onEnd();
    };
    let timer = afterAwake(timeoutMs, () => giveUp('timeout', `no complete answer in ${timeoutMs} ms`));
    socket.on('data', onData).on('end', onEnd).on('close', onEnd).on('error', onError);
    void write(socket, sent);
  });
}

async function write(socket: Socket, { octets, settings }: SentRequest): Promise<void> {
  const { pause: paused, endAfterSending } = settings;
  if (paused) {
    socket.write(octets.subarray(0, paused.afterOctets));
    await awake(paused.ms);
    if (socket.destroyed || !socket.writable) return;
    socket.write(octets.subarray(paused.afterOctets));
  } else {
    socket.write(octets);
  }
  if (endAfterSending === true) socket.end();
}

function withRest(response: Response, rest: Buffer): Response {
  if (rest.length === response.rest.length) return response;
  const told = response.faults.filter(({ kind }) => kind !== 'extra-octets');
  return {
    ...response,
    rest,
    faults: [...told, { kind: 'extra-octets', detail: `${rest.length} octets follow` }],
  };
}
