import type { Engine } from './engine/engine.ts';

/** How many rows were removed. */
export interface Swept {
  readonly accessTokens: number;
  readonly rateLimits: number;
  readonly idempotencyRecords: number;
}

/**
 * Removes expired access tokens, expired counts of rate limits, and records of an `Idempotency-Key` that is too old for a
 * repetition. All other rows stay: revoked and expired keys, because a repeated revocation returns the time of the first; used
 * recovery codes, at most ten per account; the audit log.
 */
export interface Sweep {
  /** Removes at most `size` rows, in one short transaction. Removes fewer only when no more are left. */
  batch(now: number, size: number): Promise<Swept>;
}

export function createSweep({ write }: Engine): Sweep {
  return {
    batch: (now, size) =>
      write(async (transaction) => {
        const tokens = await transaction
          .deleteFrom('access_tokens')
          .where('token_hash', 'in', (query) =>
            query.selectFrom('access_tokens').select('token_hash').where('expires_at', '<=', now).limit(size),
          )
          .executeTakeFirst();
        const accessTokens = Number(tokens.numDeletedRows);
        const rateLimits = await transaction
          .deleteFrom('rate_limits')
          .where(({ eb, refTuple, selectFrom }) =>
            eb(
              refTuple('subject', 'action'),
              'in',
              selectFrom('rate_limits')
                .select(['subject', 'action'])
                .where('forget_at', '<=', now)
                .limit(size - accessTokens)
                .$asTuple('subject', 'action'),
            ),
          )
          // Checked again on the row itself, as another process may have counted in it meanwhile.
          .where('forget_at', '<=', now)
          .executeTakeFirst();
        const counts = Number(rateLimits.numDeletedRows);
        const records = await transaction
          .deleteFrom('idempotency_records')
          .where(({ eb, refTuple, selectFrom }) =>
            eb(
              refTuple('account_id', 'value_hash'),
              'in',
              selectFrom('idempotency_records')
                .select(['account_id', 'value_hash'])
                .where('expires_at', '<=', now)
                .limit(size - accessTokens - counts)
                .$asTuple('account_id', 'value_hash'),
            ),
          )
          // Checked again on the row itself, as another process may have replaced it meanwhile.
          .where('expires_at', '<=', now)
          .executeTakeFirst();
        return { accessTokens, rateLimits: counts, idempotencyRecords: Number(records.numDeletedRows) };
      }),
  };
}
