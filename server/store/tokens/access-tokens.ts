import type { Engine, StoreTransaction } from '../engine.ts';
import { sql } from '../kysely.ts';
import { createStatement } from '../statement.ts';

export interface LiveToken {
  readonly accountId: string;
  /** Of the account. A change that ends its tokens increases it. */
  readonly revision: number;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export type AccessTokens = ReturnType<typeof createAccessTokens>;

const find = createStatement(
  ({ tokenHash, now }: { readonly tokenHash: string; readonly now: number }) => sql<LiveToken>`
    select account_id as "accountId", revision, t.created_at as "createdAt", expires_at as "expiresAt"
    from access_tokens as t join accounts as a on a.id = t.account_id
    where token_hash = ${tokenHash} and expires_at > ${now} and disabled_at is null`,
);

export function createAccessTokens({ reader }: Engine) {
  return {
    /** The token with this hash, unless it has expired, was ended, or its account is disabled. */
    findLive: async (tokenHash: string, now: number): Promise<LiveToken | undefined> =>
      (await find(reader, { tokenHash, now })).rows[0],
  };
}

export interface NewToken extends Omit<LiveToken, 'revision'> {
  readonly tokenHash: string;
}

// Not "not in" those to keep: an engine looks each of them up, and there are many more. SQLite has no offset without a limit.
const removeOthers = createStatement(
  (values: { readonly accountId: string; readonly now: number; readonly kept: number }) => sql`
    delete from access_tokens where token_hash in (
      select token_hash from access_tokens where account_id = ${values.accountId} and expires_at <= ${values.now}
      union all select token_hash from (
        select token_hash from access_tokens
        where account_id = ${values.accountId} and expires_at > ${values.now}
        order by created_at desc limit ${Number.MAX_SAFE_INTEGER} offset ${values.kept}) as surplus)`,
);

const insertToken = createStatement(
  ({ tokenHash, accountId, createdAt, expiresAt }: NewToken) => sql`
    insert into access_tokens (token_hash, account_id, created_at, expires_at)
    values (${tokenHash}, ${accountId}, ${createdAt}, ${expiresAt})`,
);

/** Stores a token, and deletes the account's expired tokens, and the oldest ones beyond `limit`. */
export async function storeToken(
  on: StoreTransaction,
  token: NewToken,
  limit: number,
): Promise<void> {
  await removeOthers(on, { accountId: token.accountId, now: token.createdAt, kept: limit - 1 });
  await insertToken(on, token);
}

export async function endTokens(transaction: StoreTransaction, accountId: string): Promise<void> {
  await transaction.deleteFrom('access_tokens').where('account_id', '=', accountId).execute();
}
