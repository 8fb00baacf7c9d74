import { createClient, type Result, type ResultMethods } from '../client/index.ts';
import type { Journal } from './journal.ts';
import { createRecorder } from './recorder.ts';
import { learnFrom } from './secrets.ts';
import type { Session } from './session.ts';
import type { Target } from './target.ts';

/** Makes a call, and writes it down. `undefined` when the session was forgotten meanwhile: then nobody waits for it. */
export type Call = <Data>(
  target: Target,
  prefer: string | undefined,
  ask: (client: ResultMethods, signal: AbortSignal) => Promise<Result<Data>>,
) => Promise<Result<Data> | undefined>;

export function createCall({ session, journal }: { session: Session; journal: Journal }): Call {
  return async (target, prefer, ask) => {
    const signal = session.signal();
    const recorder = createRecorder(target.fetch, prefer);
    // A call is one request here: what the client would try again by itself is for the reader to see and do.
    const client = createClient({ baseUrl: target.baseUrl, fetch: recorder.fetch, retries: 0 });
    const result = await ask(client.result, signal);
    const exchange = await recorder.exchange();
    if (signal.aborted) return undefined;
    if (exchange !== undefined) {
      learnFrom(exchange.body, session.secrets);
      learnFrom(exchange.answer?.body, session.secrets);
      journal.add(exchange, result, target);
    }
    return result;
  };
}
