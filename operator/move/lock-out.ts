import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Engine, StoreTransaction } from '../../server/store/engine.ts';
import { hidePassword, isPostgresUrl } from '../../server/store/postgres/url.ts';
import { StoreError } from '../../server/store/store-error.ts';
import { takeExclusive } from '../backup/replaced.ts';

/** Rejects an SQLite file that a service uses. @throws StoreError `database_in_use` */
export function rejectFileInUse(database: string): void {
  if (!isPostgresUrl(database)) takeExclusive(database);
}

/** Stops all other writers until the transaction ends. @throws StoreError `database_in_use` */
export async function excludeServices(
  { kind }: Pick<Engine, 'kind'>,
  transaction: StoreTransaction,
  database: string,
): Promise<void> {
  // A write transaction locks the whole SQLite file.
  if (kind === 'sqlite') return;
  // Connections that were just closed stay visible for a moment.
  for (let attempt = 0; await isUsed(transaction); attempt += 1) {
    if (attempt === 20)
      throw new StoreError(
        'database_in_use',
        `${hidePassword(database)} is in use: stop the services that use it`,
      );
    await sleep(200);
  }
  await sql`lock table accounts, recovery_codes, access_tokens, api_keys, idempotency_records, audit_chains, audit_events,
    rate_limits, known_networks, encryption_keys in share mode`.execute(transaction);
}

async function isUsed(transaction: StoreTransaction): Promise<boolean> {
  // A transaction caches the first list of sessions that it reads (PostgreSQL, 27.2.2), until it clears the cache.
  await sql`select pg_stat_clear_snapshot()`.execute(transaction);
  const { rows } = await sql`select pid from pg_stat_activity
    where datname = current_database() and application_name = 'account-access' and pid <> pg_backend_pid()`.execute(
    transaction,
  );
  return rows.length > 0;
}
