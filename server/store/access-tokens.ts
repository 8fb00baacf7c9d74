import type { Engine, StoreTransaction } from './engine.ts';

export interface LiveToken {
  readonly accountId: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export interface AccessTokens {
  /** The token with this hash, unless it has expired, was ended, or its account is disabled. */
  findLive(tokenHash: string, now: number): Promise<LiveToken | undefined>;
}

export function createAccessTokens({ reader }: Engine): AccessTokens {
  return {
    findLive: async (tokenHash, now) =>
      reader
        .selectFrom('access_tokens')
        .innerJoin('accounts', 'accounts.id', 'access_tokens.account_id')
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', now)
        .where('disabled_at', 'is', null)
        .select([
          'account_id as accountId',
          'access_tokens.created_at as createdAt',
          'expires_at as expiresAt',
        ])
        .executeTakeFirst(),
  };
}

export interface NewToken {
  readonly tokenHash: string;
  readonly accountId: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Stores a token; the account's expired tokens go, and then the oldest beyond `limit`. */
export async function storeToken(
  transaction: StoreTransaction,
  token: NewToken,
  limit: number,
): Promise<void> {
  const { accountId, tokenHash, createdAt, expiresAt } = token;
  const others = transaction
    .selectFrom('access_tokens')
    .select('token_hash')
    .where('account_id', '=', accountId)
    .where('expires_at', '>', createdAt)
    .orderBy('created_at', 'desc')
    .orderBy('token_hash')
    .limit(limit - 1);

  await transaction
    .deleteFrom('access_tokens')
    .where('account_id', '=', accountId)
    .where('token_hash', 'not in', others)
    .execute();
  await transaction
    .insertInto('access_tokens')
    .values({ token_hash: tokenHash, account_id: accountId, created_at: createdAt, expires_at: expiresAt })
    .execute();
}

export async function endTokens(transaction: StoreTransaction, accountId: string): Promise<void> {
  await transaction.deleteFrom('access_tokens').where('account_id', '=', accountId).execute();
}
