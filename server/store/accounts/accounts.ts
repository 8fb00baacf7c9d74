import { setTimeout as sleep } from 'node:timers/promises';
import type { Encryption } from '../../security/encryption/encryption.ts';
import type { RateLimitKeys } from '../../security/throttle/rate-limit-keys.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Engine } from '../engine.ts';
import { deleteEndedKeys, endedAtOnce } from '../keys/api-key-rows.ts';
import type { Invalidations } from '../keys/api-keys.ts';
import { forgetNetworks } from '../known-networks.ts';
import {
  type Account,
  type AccountWithSecrets,
  findAccountRow,
  type NewAccount,
  type NewMfa,
  toAccount,
  toHashColumns,
  toMfaColumns,
  toRow,
  toShortColumn,
  withSecrets,
} from './account-row.ts';
import { type AccountChange, changeAccount, lockAccount } from './change-account.ts';
import { storeRecoveryCodes } from './logins.ts';

export type Accounts = ReturnType<typeof createAccounts>;

// Other processes write meanwhile.
const pauseMs = 20;

// Only operators make these changes, never a request.
const operator = { actor: 'operator' } as const;

/**
 * Every change except `unlock` ends the account's access tokens, and forgets from which networks it is known, in the same
 * transaction. Disabling a disabled account, or enabling an enabled one, changes nothing. Each change returns `false` when
 * there is no such account.
 */
export function createAccounts(
  engine: Engine,
  encryption: Encryption,
  rateLimitKeys: RateLimitKeys,
  invalidations: Invalidations,
) {
  const { reader, write } = engine;
  const change = (id: string, now: number, changed: AccountChange) =>
    changeAccount(engine, rateLimitKeys, id, changed, now);
  const passwordColumns = (id: string, hash: string, isShort?: boolean) => ({
    ...toHashColumns(id, hash, encryption),
    ...toShortColumn(isShort),
  });
  const disable = (id: string, now: number) =>
    invalidations.after(
      change(id, now, {
        events: ['account_disabled'],
        columns: { disabled_at: now },
        isDone: (account) => account.disabled_at !== null,
      }),
    );
  return {
    /** @throws SecretsError when its secrets cannot be decrypted */
    findByIdentity: async (identity: string): Promise<AccountWithSecrets | undefined> => {
      const row = await findAccountRow(reader, identity);
      return row && withSecrets(row, encryption);
    },

    /** Also finds an account whose secrets cannot be decrypted. */
    find: async (identity: string): Promise<Account | undefined> => {
      const row = await findAccountRow(reader, identity);
      return row && toAccount(row);
    },

    isEmpty: async () =>
      (await reader.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) === undefined,

    /** In the order in which they were added. */
    list: async () => {
      const all = reader.selectFrom('accounts').selectAll();
      return (await all.orderBy('created_at').orderBy('identity_key').execute()).map(toAccount);
    },

    add: (account: NewAccount, now: number) =>
      write(async (transaction) => {
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('accounts')
          .values(toRow(account, now, encryption))
          .onConflict((conflict) => conflict.column('identity_key').doNothing())
          .executeTakeFirst();
        if (numInsertedOrUpdatedRows === 0n) return 'identity_taken';
        await storeRecoveryCodes(
          transaction,
          encryption,
          account.id,
          account.mfa?.recoveryCodeHashes ?? [],
        );
        await recordEvent(transaction, account.id, { event: 'account_added' }, now, operator);
        if (account.mfa)
          await recordEvent(transaction, account.id, { event: 'mfa_enabled' }, now, operator);
        return 'added';
      }),

    disable,
    /** The account's API keys work again. Its access tokens stay invalid. */
    enable: (id: string, now: number) =>
      change(id, now, {
        events: ['account_enabled'],
        columns: { disabled_at: null },
        isDone: (account) => account.disabled_at === null,
      }),
    setPassword: (id: string, passwordHash: string, now: number, isShort?: boolean) =>
      change(id, now, {
        events: ['password_changed'],
        columns: passwordColumns(id, passwordHash, isShort),
      }),
    /** Replaces existing MFA, including its recovery codes. */
    setMfa: (id: string, mfa: NewMfa, now: number) =>
      change(id, now, {
        events: ['mfa_enabled'],
        columns: toMfaColumns(id, mfa, encryption),
        storeCodes: (transaction) =>
          storeRecoveryCodes(transaction, encryption, id, mfa.recoveryCodeHashes),
      }),
    removeMfa: (
      id: string,
      now: number,
      password?: { readonly hash: string; readonly isShort: boolean },
    ) =>
      change(id, now, {
        events: password ? ['password_changed', 'mfa_removed'] : ['mfa_removed'],
        columns: {
          ...toMfaColumns(id, undefined, encryption),
          ...(password && passwordColumns(id, password.hash, password.isShort)),
        },
        storeCodes: (transaction) => storeRecoveryCodes(transaction, encryption, id, []),
      }),

    /** Resets its counts of failed logins and one-time codes, from all addresses. Its access tokens stay valid. */
    unlock: (id: string, now: number) =>
      write(async (transaction) => {
        const account = await lockAccount(transaction, id);
        if (account === undefined) return false;
        const subject = rateLimitKeys.identity(account.identity);
        await transaction.deleteFrom('rate_limits').where('subject', '=', subject).execute();
        await recordEvent(transaction, id, { event: 'account_unlocked' }, now, operator);
        return true;
      }, id),
    /** The costs of the password hashes, and how many accounts have each. */
    countPasswordCosts: () =>
      reader
        .selectFrom('password_costs')
        .selectAll()
        .where('accounts', '>', 0)
        .orderBy('cost')
        .execute(),

    /** Disables it, and deletes it, its keys and its tokens. Its events stay in the audit log. */
    delete: async (id: string, now: number) => {
      // However far it gets, no account is in use without its revocations.
      await disable(id, now);
      // Millions of keys that have ended, deleted in one transaction, would make others wait.
      const keys = { accountId: id, now };
      for (let deleted = endedAtOnce; deleted === endedAtOnce; await sleep(pauseMs))
        deleted = (await write((on) => deleteEndedKeys(on, keys))).numAffectedRows ?? 0n;
      return invalidations.after(
        write(async (transaction) => {
          const account = await lockAccount(transaction, id);
          if (account === undefined) return false;
          await transaction.deleteFrom('accounts').where('id', '=', id).execute();
          await forgetNetworks(transaction, rateLimitKeys.identity(account.identity));
          await recordEvent(transaction, id, { event: 'account_deleted' }, now, operator);
          return true;
        }, id),
      );
    },
  };
}
