import type { Engine } from './engine.ts';
import { sql } from './kysely.ts';
import type { Schema } from './schema.ts';

/** How many rows were removed. */
export interface Swept {
  readonly accessTokens: number;
  /** With the networks that no account is known from any more. */
  readonly rateLimits: number;
  readonly idempotencyRecords: number;
}

/**
 * Removes expired access tokens, counts of rate limits, known networks, and records of an `Idempotency-Key` that is too old
 * for a repetition. All other rows stay: revoked and expired keys, because a repeated revocation returns the time of the
 * first; used recovery codes, at most ten per account; the audit log.
 */
export type Sweep = ReturnType<typeof createSweep>;

export function createSweep({ write }: Engine) {
  return {
    /** Removes at most `size` rows, in one short transaction. Removes fewer only when no more are left. */
    batch: (now: number, size: number): Promise<Swept> =>
      write(async (transaction) => {
        let left = size;
        const remove = async <Table extends keyof Schema>(
          table: Table,
          primaryKey: readonly (keyof Schema[Table] & string)[],
          end: keyof Schema[Table] & string,
        ) => {
          const key = sql.join(primaryKey.map((name) => sql.ref(name)));
          const isOver = sql`${sql.ref(end)} <= ${now}`;
          // Checked again on the row itself, as another process may have replaced it meanwhile.
          const { numAffectedRows = 0n } = await sql`
            delete from ${sql.table(table)}
            where (${key}) in (select ${key} from ${sql.table(table)} where ${isOver} limit ${left}) and ${isOver}
          `.execute(transaction);
          left -= Number(numAffectedRows);
          return Number(numAffectedRows);
        };
        const accessTokens = await remove('access_tokens', ['token_hash'], 'expires_at');
        const counts = await remove('rate_limits', ['subject', 'action'], 'forget_at');
        const networks = await remove('known_networks', ['subject', 'network'], 'forget_at');
        const records = await remove(
          'idempotency_records',
          ['account_id', 'value_hash'],
          'expires_at',
        );
        return { accessTokens, rateLimits: counts + networks, idempotencyRecords: records };
      }),
  };
}
