import { createClient, type Result, type ResultMethods } from '../client/index.ts';
import type { Journal } from './journal/journal.ts';
import { createRecorder } from './journal/recorder.ts';
import { learnFrom } from './secrets.ts';
import type { Session } from './session.ts';
import type { Target } from './target/target.ts';

export type Call = <Data>(
  target: Target,
  prefer: string | undefined,
  prepare: (client: ResultMethods, signal: AbortSignal) => Promise<Result<Data>>,
) => Promise<Result<Data> | undefined>;

export function createCall({ session, journal }: { session: Session; journal: Journal }): Call {
  return async (target, prefer, prepare) => {
    const signal = session.signal();
    const recorder = createRecorder(target.fetch, prefer);
    // No retries: the reader sees every request, and decides whether to send another one.
    const client = createClient({ baseUrl: target.baseUrl, fetch: recorder.fetch, retries: 0 });
    const result = await prepare(client.result, signal);
    const exchange = await recorder.exchange();
    if (signal.aborted) return undefined;
    if (exchange !== undefined) {
      learnFrom(exchange.body, session.secrets);
      learnFrom(exchange.response?.body, session.secrets);
      journal.add(exchange, result, target);
    }
    return result;
  };
}
