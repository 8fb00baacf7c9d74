import type { Database, Statements } from './database.ts';
import type { CompletedLogin, Store } from './store.ts';

interface TokenRow {
  readonly account_id: string;
  readonly revision: number;
  readonly created_at: number;
  readonly expires_at: number;
}

export function createTokens(database: Database): Store['tokens'] {
  return {
    find: async (tokenHash, now) => {
      const row = await database.one<TokenRow>(
        `select account_id, revision, access_tokens.created_at, expires_at
         from access_tokens join accounts on accounts.id = account_id
         where token_hash = ? and expires_at > ? and disabled_at is null`,
        tokenHash,
        now,
      );
      if (row === undefined) return undefined;
      return {
        accountId: row.account_id,
        revision: row.revision,
        createdAt: row.created_at,
        expiresAt: row.expires_at,
      };
    },
  };
}

/** Stores the token of a login, and ends the oldest ones of the account when there are too many. Lock the account first. */
export async function storeToken(
  on: Statements,
  { accountId, tokenHash, now, expiresAt, maximumTokens }: CompletedLogin,
): Promise<void> {
  // SQLite has no `offset` without a `limit`.
  await on.run(
    `delete from access_tokens where token_hash in (
       select token_hash from access_tokens where account_id = ?
       order by created_at desc, token_hash limit 1000 offset ?)`,
    accountId,
    maximumTokens - 1,
  );
  await on.run(
    'insert into access_tokens (token_hash, account_id, created_at, expires_at) values (?, ?, ?, ?)',
    tokenHash,
    accountId,
    now,
    expiresAt,
  );
}

export async function endTokens(on: Statements, accountId: string): Promise<void> {
  await on.run('delete from access_tokens where account_id = ?', accountId);
}
