import { createHash } from 'node:crypto';
import type { ApiKeyOwner } from './require-api-key.ts';

/** More are not remembered: they would be the memory of the process. */
const mostKeys = 10_000;

type Find = (key: string) => Promise<ApiKeyOwner | undefined>;

/** Remembers for a time whose a key is, by a hash of it. That a key is nobody's is asked each time anew. */
export function remember(find: Find, forMs: number): Find {
  if (forMs === 0) return find;
  const known = new Map<string, { readonly owner: ApiKeyOwner; readonly until: number }>();
  return async (key) => {
    const hash = createHash('sha256').update(key).digest('base64');
    const remembered = known.get(hash);
    if (remembered !== undefined && performance.now() < remembered.until) return remembered.owner;
    known.delete(hash);
    // From the question, not the answer: by then the key may have been revoked.
    const until = performance.now() + forMs;
    const owner = await find(key);
    if (owner !== undefined) {
      const [oldest] = known.keys();
      if (known.size >= mostKeys && oldest !== undefined) known.delete(oldest);
      known.set(hash, { owner, until });
    }
    return owner;
  };
}
