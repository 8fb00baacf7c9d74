import type { Engine, StoreTransaction } from '../engine.ts';
import { createStatement } from '../statement.ts';

export interface LiveToken {
  readonly accountId: string;
  /** Of the account. A change that ends its tokens increases it. */
  readonly revision: number;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export interface AccessTokens {
  /** The token with this hash, unless it has expired, was ended, or its account is disabled. */
  findLive(tokenHash: string, now: number): Promise<LiveToken | undefined>;
}

const find = createStatement(
  (creator, { tokenHash, now }: { readonly tokenHash: string; readonly now: number }) =>
    creator
      .selectFrom('access_tokens')
      .innerJoin('accounts', 'accounts.id', 'access_tokens.account_id')
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', now)
      .where('disabled_at', 'is', null)
      .select([
        'account_id as accountId',
        'revision',
        'access_tokens.created_at as createdAt',
        'expires_at as expiresAt',
      ]),
);

export function createAccessTokens({ reader }: Engine): AccessTokens {
  return {
    findLive: async (tokenHash, now) => (await find(reader, { tokenHash, now })).rows[0],
  };
}

export interface NewToken extends Omit<LiveToken, 'revision'> {
  readonly tokenHash: string;
}

const removeOthers = createStatement(
  (creator, values: { readonly accountId: string; readonly now: number; readonly kept: number }) =>
    creator
      .deleteFrom('access_tokens')
      .where('account_id', '=', values.accountId)
      .where(({ eb, or, selectFrom }) =>
        or([
          eb('expires_at', '<=', values.now),
          // Not those to keep: an engine looks each of them up, and there are many more of them.
          eb(
            'token_hash',
            'in',
            selectFrom('access_tokens')
              .select('token_hash')
              .where('account_id', '=', values.accountId)
              .where('expires_at', '>', values.now)
              .orderBy('created_at', 'desc')
              // SQLite has no offset without a limit.
              .limit(Number.MAX_SAFE_INTEGER)
              .offset(values.kept),
          ),
        ]),
      ),
);

const insertToken = createStatement((creator, { tokenHash, accountId, createdAt, expiresAt }: NewToken) =>
  creator.insertInto('access_tokens').values({
    token_hash: tokenHash,
    account_id: accountId,
    created_at: createdAt,
    expires_at: expiresAt,
  }),
);

/** Stores a token, and deletes the account's expired tokens, and the oldest ones beyond `limit`. */
export async function storeToken(
  transaction: StoreTransaction,
  token: NewToken,
  limit: number,
): Promise<void> {
  const { accountId, createdAt } = token;
  await removeOthers(transaction, { accountId, now: createdAt, kept: limit - 1 });
  await insertToken(transaction, token);
}

export async function endTokens(transaction: StoreTransaction, accountId: string): Promise<void> {
  await transaction.deleteFrom('access_tokens').where('account_id', '=', accountId).execute();
}
