import { Kysely, sql } from 'kysely';
import { codeOf } from '../../security/error-code.ts';
import type { Engine } from '../engine/engine.ts';
import type { DirectAdapter } from '../engine/statement.ts';
import { migrate } from '../migrations/migrate.ts';
import type { Schema } from '../schema.ts';
import { StoreError } from '../store-error.ts';
import { PortablePostgresDialect } from './dialect.ts';
import { PoolDriver } from './driver.ts';
import { isPostgresOutage } from './outage.ts';
import { refusePlainConnection } from './plain-connection.ts';
import { createPool, type Pool } from './pool.ts';
import { createSharedReads } from './shared-reads.ts';
import { createSharedTransactions } from './shared-transactions.ts';
import { toStoreError } from './start-failure.ts';
import { hidePassword } from './url.ts';

/** Opens the database of the URL, and migrates it to the schema of this release. @throws StoreError */
export async function openPostgres(database: string, connections: number): Promise<Engine> {
  await refusePlainConnection(database);
  await prepare(database);
  // Few connections are enough to count requests, as these commits do not wait for the disk.
  const quickConnections = Math.ceil(connections / 5);
  const space = watchSpace();
  const { onError } = space;
  const size = Math.max(1, connections - quickConnections);
  const durable = createPool(database, { use: 'durable', size, onError });
  const reader = open(durable, createSharedReads(durable));
  const quick = open(createPool(database, { use: 'quick', size: quickConnections, onError }));
  return {
    kind: 'postgres',
    reader,
    writeQuickly: (work) => work(quick),
    ...createSharedTransactions(durable),
    isOutage: isPostgresOutage,
    checkFile: () => {},
    checkSpace: () => space.check(reader),
    // Only `vacuum full` does, which locks whole tables: the operator runs it.
    scrub: async () => {},
    close: async () => {
      // Kysely does not end a pool that it has not used.
      await Promise.all([reader.destroy(), quick.destroy(), durable.end()]);
    },
  };
}

/** Opens the database for reading, without a migration. @throws StoreError */
export async function readPostgres(database: string): Promise<Kysely<Schema>> {
  await refusePlainConnection(database);
  const connection = open(createPool(database, { use: 'read', size: 1 }));
  try {
    await sql`select 1`.execute(connection);
    return connection;
  } catch (error) {
    await connection.destroy();
    throw toStoreError(error, database);
  }
}

/** Uses a connection of its own, as waiting for another process to migrate may take longer than the time limit of requests. */
async function prepare(database: string): Promise<void> {
  const patient = open(createPool(database, { use: 'patient', size: 1 }));
  try {
    await checkEncoding(patient, database);
    await migrate(patient);
  } catch (error) {
    throw toStoreError(error, database);
  } finally {
    await patient.destroy();
  }
}

// Other encodings cannot store all of Unicode.
async function checkEncoding(connection: Kysely<Schema>, database: string): Promise<void> {
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(connection);
  const encoding = rows[0]?.server_encoding;
  if (encoding === 'UTF8') return;
  throw new StoreError(
    'encoding_unsupported',
    `${hidePassword(database)} has the encoding ${encoding}, and UTF8 is needed: use "create database … encoding 'UTF8' template template0"`,
  );
}

function open(pool: Pool, runDirectly?: DirectAdapter['runDirectly']): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect: new PortablePostgresDialect(() => new PoolDriver(pool), runDirectly),
  });
}

/** Notices a full disk by the errors of statements, and then checks for space until there is some. */
function watchSpace() {
  let wasFull = false;
  return {
    onError: (error: unknown) => {
      if (codeOf(error) === '53100') wasFull = true;
    },
    check: async (connection: Kysely<Schema>) => {
      if (!wasFull) return;
      try {
        await connection.transaction().execute((transaction) => fillPages.execute(transaction));
      } catch (error) {
        // The user may create no temporary tables: the next change shows whether there is space.
        if (codeOf(error) !== '42501') throw error;
      }
      wasFull = false;
    },
  };
}

const fillPages = sql`create temporary table account_access_space on commit drop as
  select repeat('x', 1000) as text from generate_series(1, 256)`;
