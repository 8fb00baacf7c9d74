import { OperatorError, unknownAccount } from '../../server/operator-error.ts';
import type { Accounts } from '../../server/store/accounts/accounts.ts';
import type { Revocation } from '../../server/store/keys/api-key-rows.ts';
import type { ApiKey, ApiKeys } from '../../server/store/keys/api-keys.ts';

export interface KeyOperatorDeps {
  readonly accounts: Pick<Accounts, 'find'>;
  readonly apiKeys: Pick<ApiKeys, 'list' | 'findOwner' | 'revoke'>;
  readonly now: () => number;
}

/** What operators do to API keys, whoever owns them. Each function throws an `OperatorError` that says what is wrong. */
export interface KeyOperator {
  /** The keys of an account, oldest first. */
  list(identity: string): Promise<ApiKey[]>;
  /** Ends a key for good. One that was revoked before stays revoked since then. */
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
      // The id is not repeated: a key pasted in its place would be written to the terminal.
      if (!revocation) throw new OperatorError('key_unknown', 'there is no API key with this id');
      return revocation;
    },
  };
}
