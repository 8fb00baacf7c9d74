import type { Engine } from './engine/engine.ts';

/** How many rows were removed. */
export interface Swept {
  readonly accessTokens: number;
  readonly brakes: number;
}

/**
 * Removes rows that mean nothing any more: access tokens that have expired, and what the brakes remember that is to be
 * forgotten. All else is kept: revoked and expired keys, because a revocation that is repeated answers with the time of
 * the first; used recovery codes, ten an account at most; the audit, always.
 */
export interface Sweep {
  /** Removes at most so many rows, in one short transaction; fewer were removed only if there are no more. */
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
        const brakes = await transaction
          .deleteFrom('brakes')
          .where(({ eb, refTuple, selectFrom }) =>
            eb(
              refTuple('subject', 'brake'),
              'in',
              selectFrom('brakes')
                .select(['subject', 'brake'])
                .where('forget_at', '<=', now)
                .limit(size - accessTokens)
                .$asTuple('subject', 'brake'),
            ),
          )
          // Asked again of the row itself, in which somebody may have counted meanwhile.
          .where('forget_at', '<=', now)
          .executeTakeFirst();
        return { accessTokens, brakes: Number(brakes.numDeletedRows) };
      }),
  };
}
