import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Encryption } from '../../server/security/encryption/encryption.ts';
import { SecretsError } from '../../server/security/encryption/keyring.ts';
import { recordEvent } from '../../server/store/audit/record-event.ts';
import { openEncryption } from '../../server/store/encryption/open-encryption.ts';
import type { Engine, StoreTransaction } from '../../server/store/engine.ts';
import { sql } from '../../server/store/kysely.ts';
import { openEngine } from '../../server/store/open-engine.ts';
import { hidePassword, isPostgresUrl } from '../../server/store/postgres/url.ts';
import { encryptedColumns } from '../../server/store/schema.ts';
import { StoreError } from '../../server/store/store-error.ts';
import { verifyAudit } from '../audit/verify.ts';
import { takeExclusive } from '../backup/take-exclusive.ts';
import { type Counts, copiedTables, copyRows, countRows } from './copy-rows.ts';

export interface MoveOptions {
  readonly from: string;
  /** An empty database. An SQLite file is created. */
  readonly to: string;
  readonly secrets: string;
  readonly now: number;
}

/** In one transaction, which is committed when the copy is complete. @throws StoreError, SecretsError */
export async function moveRows({ from, to, secrets, now }: MoveOptions): Promise<Counts> {
  if (!isPostgresUrl(from) && !isPostgresUrl(to) && resolve(from) === resolve(to))
    throw notEmpty(to);
  // Rejects an SQLite file that a service uses.
  if (!isPostgresUrl(from)) takeExclusive(from)?.close();
  // Reading a large audit log takes minutes, during which the other database has nothing to do.
  const options = { databaseConnections: 2, isPatient: true };
  const source = await openEngine({ database: from, ...options });
  try {
    const encryption = await openEncryption(source, secrets, undefined);
    const target = await openEngine({ database: to, ...options });
    try {
      // Before the transactions: in the same database, the second would wait for the first.
      const before = Object.values(await countRows(target.reader));
      if (before.some((rows) => rows > 0)) throw notEmpty(to);
      return await source.write(async (reading) => {
        await excludeServices(source, reading, from);
        return target.write(async (writing) => {
          const counts = await copyRows(reading, writing);
          const [problem] = await verifyCopy(reading, writing, encryption, now);
          if (problem !== undefined)
            throw new StoreError(
              'copy_differs',
              `nothing was moved, because the copy differs: ${problem}`,
            );
          await recordEvent(writing, undefined, { event: 'database_moved' }, now, {
            actor: 'operator',
          });
          return counts;
        });
      });
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

function notEmpty(database: string): StoreError {
  return new StoreError(
    'not_empty',
    `${hidePassword(database)} is not empty: use an empty database`,
  );
}

/** Stops all other writers until the transaction ends. @throws StoreError `database_in_use` */
async function excludeServices(
  { kind, isPooled }: Pick<Engine, 'kind' | 'isPooled'>,
  transaction: StoreTransaction,
  database: string,
): Promise<void> {
  // A write transaction locks the whole SQLite file.
  if (kind === 'sqlite') return;
  // The session may be that of a service, which uses it for its next change.
  if (isPooled?.())
    throw new StoreError(
      'database_in_use',
      'services that use the database cannot be seen through PgBouncer: name the PostgreSQL server itself in the URL',
    );
  // Connections that were just closed stay visible for a moment.
  for (let attempt = 0; await isUsed(transaction); attempt += 1) {
    if (attempt === 20)
      throw new StoreError(
        'database_in_use',
        `${hidePassword(database)} is in use: stop the services that use it; PgBouncer keeps their connections until its RECONNECT`,
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

/** What is wrong with a copy, in sentences; none when it is complete and every secret that is in use can be decrypted. */
async function verifyCopy(
  from: StoreTransaction,
  to: StoreTransaction,
  encryption: Encryption,
  now: number,
): Promise<string[]> {
  return [
    ...(await checkAudit(from, to)),
    ...(await decryptSecrets(to, encryption, now)),
    // Last, because it fails when the transaction that excludes services has ended.
    ...(await compareCounts(from, to)),
  ];
}

async function compareCounts(from: StoreTransaction, to: StoreTransaction): Promise<string[]> {
  const [source, copy] = [await countRows(from), await countRows(to)];
  const wrong = copiedTables.filter((table) => source[table] !== copy[table]);
  const [sourceCounts, copyCounts] = [await triggerCounts(from), await triggerCounts(to)];
  return [
    ...wrong.map((table) => `${table} had ${source[table]} rows and has ${copy[table]}`),
    ...(sourceCounts === copyCounts ? [] : ['the counts of keys or password costs differ']),
  ];
}

/** The counts that triggers keep, as one text. */
async function triggerCounts(database: StoreTransaction): Promise<string> {
  const accounts = await database
    .selectFrom('accounts')
    .select(['id', 'unrevoked_keys'])
    .orderBy('id')
    .execute();
  const costs = await database
    .selectFrom('password_costs')
    .selectAll()
    .where('accounts', '>', 0)
    .orderBy('cost')
    .execute();
  return JSON.stringify([
    accounts.map((row) => [row.id, row.unrevoked_keys]),
    costs.map((row) => [row.cost, row.accounts]),
  ]);
}

async function checkAudit(from: StoreTransaction, to: StoreTransaction): Promise<string[]> {
  const [source, copy] = [await verifyAudit(from), await verifyAudit(to)];
  if (!source.intact)
    return ["the audit log of the source is damaged: run 'account-access audit verify'"];
  return copy.intact && JSON.stringify(copy.anchor) === JSON.stringify(source.anchor)
    ? []
    : ['the audit log differs'];
}

async function decryptSecrets(
  to: StoreTransaction,
  encryption: Encryption,
  now: number,
): Promise<string[]> {
  const problems = new Set<string>();
  for (const { kind, table, column, owner } of encryptedColumns) {
    // Nobody reads key material that has expired, and was not swept yet.
    const inUse = kind === 'idempotencyRecords' ? sql`and expires_at > ${now}` : sql``;
    const { rows } = await sql<{ account_id: string; text: string }>`
      select ${sql.ref(owner)} as account_id, ${sql.ref(column)} as text from ${sql.table(table)}
      where ${sql.ref(column)} is not null ${inUse}`.execute(to);
    for (const { account_id: accountId, text } of rows) {
      try {
        encryption.decrypt({ column: `${table}.${column}`, accountId }, text);
      } catch (error) {
        if (!(error instanceof SecretsError)) throw error;
        // It names the column and the account.
        problems.add(error.message);
      }
    }
  }
  return [...problems];
}
