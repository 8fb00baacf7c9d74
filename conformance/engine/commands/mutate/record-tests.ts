import type { Exchange } from '../../http/exchange.ts';
import { type NamedOperation, nameOf } from '../../mutate/mutation.ts';
import type { Secrets } from '../../secrets.ts';
import { learnSecrets } from '../proxy/learn-secrets.ts';
import { type Copy, readCopy } from '../proxy/read-copy.ts';

/** Of an operation and status. The mutations of one page after the other need two of the same list. */
const keptResponses = 20;
const keptBytes = 32 * 1024 * 1024;

export type FindOperation = (exchange: Pick<Exchange, 'request'>) => NamedOperation | undefined;

/** What the tests sent and got in a run without any change. */
export interface Recorded {
  /** The first responses of each operation and status. */
  readonly copies: readonly Copy[];
  /** Requests by the name of their operation. */
  readonly requests: ReadonlyMap<string, number>;
  readonly unknownRequests: number;
}

/** Records the traffic of the tests until it is stopped. */
export function recordTests(find: FindOperation, secrets: Secrets) {
  const copies: Copy[] = [];
  const requests = new Map<string, number>();
  const kept = new Map<string, number>();
  let unknownRequests = 0;
  let bytes = 0;
  let isRecording = true;

  const keep = (copy: Copy, key: string) => {
    const before = kept.get(key) ?? 0;
    if (before >= keptResponses || bytes >= keptBytes) return;
    kept.set(key, before + 1);
    bytes += copy.bytes.length + copy.request.body.length;
    copies.push(copy);
  };

  return {
    take: (copy: Copy): void => {
      if (!isRecording) return;
      const operation = find(copy);
      if (operation === undefined) {
        unknownRequests += 1;
        return;
      }
      const name = nameOf(operation);
      requests.set(name, (requests.get(name) ?? 0) + 1);
      const exchange = readCopy(copy);
      if (exchange === undefined) return;
      learnSecrets({ ...exchange, number: 0 }, secrets, []);
      if (exchange.response !== undefined) keep(copy, `${name} ${exchange.response.status}`);
    },
    stop: (): Recorded => {
      isRecording = false;
      return { copies, requests, unknownRequests };
    },
  };
}
