import { Kysely } from 'kysely';
import Libsql from 'libsql';
import { recordEvent } from '../../server/store/audit/record-event.ts';
import type { StoreTransaction } from '../../server/store/engine/engine.ts';
import { migrate } from '../../server/store/migrations/migrate.ts';
import type { Schema } from '../../server/store/schema.ts';
import { SharedSqliteDialect } from '../../server/store/sqlite/dialect.ts';

/** A revoked key of the database that is replaced. */
export interface KnownRevocation {
  readonly id: string;
  readonly revokedAt: number;
}

const operator = { actor: 'operator' } as const;
const stepMs = 30_000;

/**
 * Migrates a copy, and ends what must not become valid again: all access tokens, all one-time codes up to now, all
 * seeds of repeatable requests, and the keys that are known to be revoked. Returns the number of these keys. The copy stays one
 * file, as no other process uses it yet.
 */
export async function makeSafe(
  path: string,
  revocations: readonly KnownRevocation[],
  now: number,
): Promise<number> {
  const sqlite = new Libsql(path);
  const database = new Kysely<Schema>({ dialect: new SharedSqliteDialect(sqlite) });
  try {
    sqlite.exec('pragma foreign_keys = on');
    await migrate(database);
    return await database.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('access_tokens').execute();
      // The key of a request may have been revoked since the backup, so that no repetition may return it.
      await transaction.updateTable('idempotency_records').set({ seed: null }).execute();
      await endCodes(transaction, now);
      const revoked = await revokeAgain(transaction, revocations);
      await recordEvent(transaction, undefined, { event: 'database_restored' }, now, operator);
      return revoked;
    });
  } finally {
    await database.destroy();
  }
}

// The service may already have accepted a code of the next step, from a clock that is fast.
async function endCodes(transaction: StoreTransaction, now: number): Promise<void> {
  const step = Math.floor(now / stepMs) + 1;
  await transaction
    .updateTable('accounts')
    .set({ totp_last_step: step })
    .where('totp_secret', 'is not', null)
    .where(({ eb, or }) => or([eb('totp_last_step', 'is', null), eb('totp_last_step', '<', step)]))
    .execute();
}

async function revokeAgain(
  transaction: StoreTransaction,
  revocations: readonly KnownRevocation[],
): Promise<number> {
  let revoked = 0;
  for (const { id, revokedAt } of revocations) {
    const key = await transaction
      .updateTable('api_keys')
      .set({ revoked_at: revokedAt })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning('account_id')
      .executeTakeFirst();
    if (key === undefined) continue;
    revoked += 1;
    await recordEvent(
      transaction,
      key.account_id,
      { event: 'api_key_revoked', keyId: id },
      revokedAt,
      operator,
    );
  }
  return revoked;
}
