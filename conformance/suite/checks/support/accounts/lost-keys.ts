import {
  type CheckContext,
  type CompletedExchange,
  type Exchange,
  type Failure,
  mismatch,
} from '../../../../engine/index.ts';
import { describeResponse } from '../responses/service-response.ts';
import type { AccountName, KnownKey } from './seen-credentials.ts';

/** What came of revoking one of many keys. */
export interface Revocation {
  readonly key: KnownKey;
  readonly revoked?: CompletedExchange;
  /** The requests by each id that the key may have, when the server says that there is no such key. */
  readonly gone?: readonly CompletedExchange[];
}

/**
 * Finds the keys that a server has lost. A key may end before the tool revokes it: when it expires, or to make room for another.
 * Then the older keys of its owner have ended too.
 */
export function watchLostKeys({ target }: Pick<CheckContext, 'target'>) {
  const targets: string[] = [];
  target.listen(({ request }) => {
    if (request.method === 'DELETE') targets.push(decoded(request.target));
  });
  /** Whether no other request could have revoked the key. One that the server rejected may have revoked it nevertheless. */
  const isNamedOnce = ({ request }: Exchange) => {
    const id = decoded(request.target).split('/').at(-1) ?? '';
    return targets.filter((name) => name.includes(id)).length === 1;
  };

  const found: { readonly owner: AccountName; readonly exchanges: readonly Exchange[] }[] = [];
  return {
    judge: (revocations: readonly Revocation[]) => {
      for (const { key, gone = [] } of revocations) {
        const { owner } = key;
        if (owner === undefined || key.isMadeWithKey || gone.length === 0) continue;
        const older = revocations.find((one) => one.revoked && isOlder(one.key, key));
        if (older?.revoked === undefined || !gone.every(isNamedOnce)) continue;
        const exchanges = [key.exchange, older.key.exchange, older.revoked, ...gone];
        found.push({ owner, exchanges });
      }
    },
    /** One for each account. */
    failures: (): readonly Failure[] =>
      [...new Set(found.map(({ owner }) => owner))].sort().map((owner) => {
        const own = found.filter((one) => one.owner === owner);
        const exchanges = own[0]?.exchanges ?? [];
        const last = exchanges.at(-1);
        const times = own.length > 1 ? `, and so for ${own.length - 1} more keys` : '';
        return mismatch(
          'success for a key that nobody revoked, as for an older key of the same user',
          `${last && describeResponse(last)}${times}`,
          exchanges,
          owner,
        );
      }),
  };
}

function isOlder(one: KnownKey, other: KnownKey): boolean {
  const end = one.exchange.startedAt + one.exchange.durationMs;
  return one.owner === other.owner && end <= other.exchange.startedAt;
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target).toLowerCase();
  } catch {
    return target.toLowerCase();
  }
}
