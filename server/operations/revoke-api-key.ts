import { Problem } from '../http/problem.ts';
import type { Store } from '../store/store.ts';
import type { Operation } from './operation.ts';

export interface RevokeApiKeyDeps {
  readonly apiKeys: Pick<Store['apiKeys'], 'revoke'>;
  readonly now: () => number;
}

export const revokeApiKey: Operation<'revokeApiKey', RevokeApiKeyDeps> = async (
  { apiKeys, now },
  { caller, path: { id }, traceId },
) => {
  const revokedAt = await apiKeys.revoke({
    ...caller,
    keyId: id,
    now: now(),
    source: { actor: 'service', traceId },
  });
  // The token was ended after it was checked.
  if (revokedAt === 'account_inactive') throw new Problem('token_invalid');
  // Another user's key returns the same 404 as a missing one, so ids cannot be probed.
  if (revokedAt === undefined) throw new Problem('key_not_found');

  return { message: 'API key revoked', id, revoked_at: new Date(revokedAt).toISOString() };
};
