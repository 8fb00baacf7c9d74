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
  const { accountId, revision } = caller;
  const revocation = await deps.apiKeys.revoke(accountId, path.id, deps.now(), source, revision);
  // The token was ended after it was checked, perhaps while a body was sent slowly.
  if (revocation === 'account_inactive') throw new Problem('token_invalid');
  // Another user's key returns the same 404 as a missing one, so ids cannot be probed.
  if (revocation === undefined) throw new Problem('key_not_found');
  return {
    message: 'API key revoked',
    id: revocation.id,
    revoked_at: new Date(revocation.revokedAt).toISOString(),
  };
};
