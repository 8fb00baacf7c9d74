import { Problem } from '../http/problem.ts';
import type { ApiKeys } from '../store/keys/api-keys.ts';
import type { Operation } from './operation.ts';

export interface RevokeApiKeyDeps {
  readonly apiKeys: Pick<ApiKeys, 'revoke'>;
  readonly now: () => number;
}

export const revokeApiKey: Operation<'revokeApiKey', RevokeApiKeyDeps> = async (
  deps,
  { caller, path, traceId },
) => {
  const source = { actor: 'service', traceId } as const;
  const revocation = await deps.apiKeys.revoke(caller.accountId, path.id, deps.now(), source);
  // Another user's key returns the same 404 as a missing one, so ids cannot be probed.
  if (revocation === undefined) throw new Problem('key_not_found');
  return {
    message: 'API key revoked',
    id: revocation.id,
    revoked_at: new Date(revocation.revokedAt).toISOString(),
  };
};
