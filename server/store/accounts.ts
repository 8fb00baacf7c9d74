import type { Selectable } from 'kysely';
import { identityKey } from '../security/identity.ts';
import { identitySubject } from '../security/throttle-subject.ts';
import { recordEvent } from './audit.ts';
import { changeAccount } from './change-account.ts';
import type { Engine } from './engine.ts';
import { lockAccount } from './lock-account.ts';
import { storeRecoveryCodes } from './recovery-codes.ts';
import type { AccountsTable } from './schema.ts';

export interface Account {
  readonly id: string;
  readonly identity: string;
  readonly nickname: string;
  readonly passwordHash: string;
  readonly disabled: boolean;
  /** Base32; `undefined` when the account has no MFA. */
  readonly totpSecret: string | undefined;
  /** Changes with password, MFA and state. A login hands it back to `logins.complete`. */
  readonly revision: number;
  readonly createdAt: number;
}

/** MFA that was just confirmed with a code. */
export interface NewMfa {
  readonly totpSecret: string;
  /** The step of the confirming code, which then is used up; `undefined` when none was asked for. */
  readonly confirmedStep: number | undefined;
  readonly recoveryCodeHashes: readonly string[];
}

export interface NewAccount {
  readonly id: string;
  readonly identity: string;
  readonly nickname: string;
  readonly passwordHash: string;
  readonly mfa?: NewMfa | undefined;
}

/**
 * Every change but `unlock` ends the account's access tokens, in the same transaction; disabling what is disabled, or enabling what
 * is enabled, changes nothing. Each answers `false` when there is no such account.
 */
export interface Accounts {
  findByIdentity(identity: string): Promise<Account | undefined>;
  /** In the order in which they were added. */
  list(): Promise<Account[]>;
  add(account: NewAccount, now: number): Promise<'added' | 'identity_taken'>;
  disable(id: string, now: number): Promise<boolean>;
  /** The account's API keys work again; its tokens stay ended. */
  enable(id: string, now: number): Promise<boolean>;
  /** Forgets its failed logins and one-time codes, from wherever they came; its tokens go on. */
  unlock(id: string, now: number): Promise<boolean>;
  /** With its keys and tokens, for good. What it did stays in the audit. */
  delete(id: string, now: number): Promise<boolean>;
  setPassword(id: string, passwordHash: string, now: number): Promise<boolean>;
  /** Replaces any MFA there was, recovery codes too. */
  setMfa(id: string, mfa: NewMfa, now: number): Promise<boolean>;
  removeMfa(id: string, now: number): Promise<boolean>;
}

// Nothing that a request may do is here.
const operator = { actor: 'operator' } as const;

export function createAccounts(engine: Engine): Accounts {
  const { reader, write } = engine;
  return {
    findByIdentity: async (identity) => {
      const row = await reader
        .selectFrom('accounts')
        .selectAll()
        .where('identity_key', '=', identityKey(identity))
        .executeTakeFirst();
      return row && toAccount(row);
    },

    list: async () => {
      const rows = await reader
        .selectFrom('accounts')
        .selectAll()
        .orderBy('created_at')
        .orderBy('identity_key')
        .execute();
      return rows.map(toAccount);
    },

    add: (account, now) =>
      write(async (transaction) => {
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('accounts')
          .values(toRow(account, now))
          .onConflict((conflict) => conflict.column('identity_key').doNothing())
          .executeTakeFirst();
        if (numInsertedOrUpdatedRows === 0n) return 'identity_taken';
        await storeRecoveryCodes(transaction, account.id, account.mfa?.recoveryCodeHashes ?? []);
        await recordEvent(transaction, account.id, { event: 'account_added' }, now, operator);
        if (account.mfa) await recordEvent(transaction, account.id, { event: 'mfa_enabled' }, now, operator);
        return 'added';
      }),

    disable: (id, now) =>
      changeAccount(
        engine,
        id,
        {
          event: 'account_disabled',
          columns: { disabled_at: now },
          isDone: (account) => account.disabled_at !== null,
        },
        now,
      ),
    enable: (id, now) =>
      changeAccount(
        engine,
        id,
        {
          event: 'account_enabled',
          columns: { disabled_at: null },
          isDone: (account) => account.disabled_at === null,
        },
        now,
      ),
    setPassword: (id, passwordHash, now) =>
      changeAccount(engine, id, { event: 'password_changed', columns: { password_hash: passwordHash } }, now),
    setMfa: (id, mfa, now) =>
      changeAccount(
        engine,
        id,
        { event: 'mfa_enabled', columns: toMfaColumns(mfa), recoveryCodeHashes: mfa.recoveryCodeHashes },
        now,
      ),
    removeMfa: (id, now) =>
      changeAccount(
        engine,
        id,
        { event: 'mfa_removed', columns: toMfaColumns(undefined), recoveryCodeHashes: [] },
        now,
      ),

    unlock: (id, now) =>
      write(async (transaction) => {
        const account = await lockAccount(transaction, id);
        if (account === undefined) return false;
        await transaction
          .deleteFrom('brakes')
          .where('subject', '=', identitySubject(account.identity))
          .execute();
        await recordEvent(transaction, id, { event: 'account_unlocked' }, now, operator);
        return true;
      }),

    delete: (id, now) =>
      write(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('accounts')
          .where('id', '=', id)
          .executeTakeFirst();
        if (numDeletedRows === 0n) return false;
        await recordEvent(transaction, id, { event: 'account_deleted' }, now, operator);
        return true;
      }),
  };
}

function toAccount(row: Selectable<AccountsTable>): Account {
  return {
    id: row.id,
    identity: row.identity,
    nickname: row.nickname,
    passwordHash: row.password_hash,
    disabled: row.disabled_at !== null,
    totpSecret: row.totp_secret ?? undefined,
    revision: row.revision,
    createdAt: row.created_at,
  };
}

function toRow(account: NewAccount, now: number): AccountsTable {
  return {
    id: account.id,
    identity: account.identity,
    identity_key: identityKey(account.identity),
    nickname: account.nickname,
    password_hash: account.passwordHash,
    ...toMfaColumns(account.mfa),
    revision: 1,
    created_at: now,
    disabled_at: null,
  };
}

function toMfaColumns(mfa: NewMfa | undefined) {
  return { totp_secret: mfa?.totpSecret ?? null, totp_last_step: mfa?.confirmedStep ?? null };
}
