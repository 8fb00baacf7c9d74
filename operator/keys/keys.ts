import { OperatorError, unknownAccount } from '../../server/operator-error.ts';
import type { Accounts } from '../../server/store/accounts/accounts.ts';
import type { Revocation } from '../../server/store/keys/api-key-rows.ts';
import type { ApiKey, ApiKeys } from '../../server/store/keys/api-keys.ts';

export interface KeyOperatorDeps {
  readonly accounts: Pick<Accounts, 'find'>;
  readonly apiKeys: Pick<ApiKeys, 'list' | 'findOwner' | 'revoke'>;
  readonly now: () => number;
}

/** What operators do with API keys of any account. Each function throws an `OperatorError` that says what is wrong. */
export interface KeyOperator {
  /** The keys of an account, oldest first. */
  list(identity: string): Promise<ApiKey[]>;
  /** Revokes a key for good. A key that was revoked before keeps its time of revocation. */
  revoke(id: string): Promise<Revocation>;
}

export function createKeyOperator({ accounts, apiKeys, now }: KeyOperatorDeps): KeyOperator {
  return {
    async list(identity) {
      const account = await accounts.find(identity);
      if (account === undefined) throw unknownAccount();
      return apiKeys.list(account.id, now());
    },

    async revoke(id) {
      const owner = await apiKeys.findOwner(id);
      const revocation = owner && (await apiKeys.revoke(owner, id, now(), { actor: 'operator' }));
      // The message does not repeat the id: the operator may have pasted a key instead.
      if (!revocation) throw new OperatorError('key_unknown', 'there is no API key with this id');
      return revocation;
    },
  };
}
