import type { Encryption } from '../security/encryption.ts';
import { identityKey } from '../security/identity.ts';
import {
  type AccountRow,
  accountColumns,
  decryptTotpSecret,
  encryptTotpSecret,
  lockAccount,
  toAccount,
} from './account-row.ts';

import type { Database, Statements } from './database.ts';
import { operator, recordEvent } from './events.ts';
import { forgetResponses } from './idempotency.ts';
import type { EventName, NewMfa, Store } from './store.ts';
import { endTokens } from './tokens.ts';

export function createAccounts(database: Database, encryption: Encryption): Store['accounts'] {
  const change = (id: string, now: number, event: EventName, work: Work) =>
    changeAccount(database, { id, now, event, work });

  return {
    findByIdentity: async (identity) => {
      // SQLite would read a lone surrogate as U+FFFD, and PostgreSQL rejects NUL.
      if (!identity.isWellFormed() || identity.includes('\0')) return undefined;
      const row = await database.one<AccountRow & { password_hash: string }>(
        `select ${accountColumns}, password_hash from accounts where identity_key = ?`,
        identityKey(identity),
      );
      if (row === undefined) return undefined;
      return {
        ...toAccount(row),
        passwordHash: row.password_hash,
        totpSecret: decryptTotpSecret(encryption, row),
      };
    },

    findById: async (id) => {
      const row = await database.one<AccountRow>(
        `select ${accountColumns} from accounts where id = ?`,
        id,
      );
      return row && toAccount(row);
    },

    list: async () => {
      const rows = await database.all<AccountRow>(
        `select ${accountColumns} from accounts order by created_at, identity_key`,
      );
      return rows.map(toAccount);
    },

    isEmpty: async () => (await database.one('select id from accounts limit 1')) === undefined,

    add: ({ id, identity, nickname, passwordHash, mfa }, now) =>
      database.transaction(async (on) => {
        const added = await on.run(
          `insert into accounts (id, identity, identity_key, nickname, password_hash, revision, created_at)
           values (?, ?, ?, ?, ?, 1, ?) on conflict (identity_key) do nothing`,
          id,
          identity,
          identityKey(identity),
          nickname,
          passwordHash,
          now,
        );
        if (added === 0) return 'identity_taken';

        await recordEvent(on, { event: 'account_added', accountId: id, at: now, source: operator });
        if (mfa !== undefined) {
          await storeMfa(on, encryption, id, mfa);
          await recordEvent(on, { event: 'mfa_enabled', accountId: id, at: now, source: operator });
        }
        return 'added';
      }),

    disable: (id, now) =>
      change(id, now, 'account_disabled', (on) =>
        on.run('update accounts set disabled_at = ? where id = ? and disabled_at is null', now, id),
      ),

    enable: (id, now) =>
      change(id, now, 'account_enabled', (on) =>
        on.run(
          'update accounts set disabled_at = null where id = ? and disabled_at is not null',
          id,
        ),
      ),

    setPassword: (id, passwordHash, now) =>
      change(id, now, 'password_changed', (on) =>
        on.run('update accounts set password_hash = ? where id = ?', passwordHash, id),
      ),

    setMfa: (id, mfa, now) =>
      change(id, now, 'mfa_enabled', (on) => storeMfa(on, encryption, id, mfa)),

    removeMfa: (id, now) =>
      change(id, now, 'mfa_removed', async (on) => {
        await on.run('delete from recovery_codes where account_id = ?', id);
        return on.run(
          'update accounts set totp_secret = null, totp_last_step = null where id = ?',
          id,
        );
      }),

    delete: (id, now) =>
      change(id, now, 'account_deleted', (on) => on.run('delete from accounts where id = ?', id)),

    endSessions: (id, now) => change(id, now, 'sessions_ended', async () => 1),
  };
}

/** Returns how many rows it changed: none when there is nothing to change. */
type Work = (on: Statements) => Promise<number>;

interface AccountChange {
  readonly id: string;
  readonly now: number;
  readonly event: EventName;
  readonly work: Work;
}

/** Ends the account's tokens too, and forgets stored responses: somebody who had a token may know an `Idempotency-Key`. */
function changeAccount(database: Database, { id, now, event, work }: AccountChange) {
  return database.transaction(async (on) => {
    if ((await lockAccount(on, id)) === undefined) return false;
    if ((await work(on)) === 0) return true;

    await on.run('update accounts set revision = revision + 1 where id = ?', id);
    await endTokens(on, id);
    await forgetResponses(on, id);
    await recordEvent(on, { event, accountId: id, at: now, source: operator });
    return true;
  });
}

/** Replaces what was there. */
async function storeMfa(
  on: Statements,
  encryption: Encryption,
  id: string,
  { totpSecret, confirmedStep, recoveryCodeHashes }: NewMfa,
): Promise<number> {
  await on.run('delete from recovery_codes where account_id = ?', id);
  for (const hash of recoveryCodeHashes)
    await on.run('insert into recovery_codes (account_id, code_hash) values (?, ?)', id, hash);

  return on.run(
    'update accounts set totp_secret = ?, totp_last_step = ? where id = ?',
    encryptTotpSecret(encryption, id, totpSecret),
    confirmedStep ?? null,
    id,
  );
}
