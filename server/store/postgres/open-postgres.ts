import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, type PostgresPool, sql } from 'kysely';
import { codeOf } from '../../security/error-code.ts';
import type { Engine } from '../engine/engine.ts';
import { migrate } from '../migrations/migrate.ts';
import type { Schema } from '../schema.ts';
import { StoreError } from '../store-error.ts';
import { PortablePostgresDialect } from './dialect.ts';
import { isPostgresOutage } from './outage.ts';
import { createPool } from './pool.ts';
import { toStoreError } from './start-failure.ts';
import { hidePassword } from './url.ts';

/** Opens the database of the URL, and migrates it to the schema of this release. @throws StoreError */
export async function openPostgres(database: string, connections: number): Promise<Engine> {
  await prepare(database);
  // Few connections are enough to count requests, as these commits do not wait for the disk.
  const quickConnections = Math.ceil(connections / 5);
  const durable = open(
    createPool(database, { use: 'durable', size: Math.max(1, connections - quickConnections) }),
  );
  const quick = open(createPool(database, { use: 'quick', size: quickConnections }));
  return {
    kind: 'postgres',
    reader: durable,
    quick,
    write: (work) => retryCollisions(() => durable.transaction().execute(work)),
    isOutage: isPostgresOutage,
    close: async () => {
      await Promise.all([durable.destroy(), quick.destroy()]);
    },
  };
}

/** Opens the database for reading, without a migration. @throws StoreError */
export async function readPostgres(database: string): Promise<Kysely<Schema>> {
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

function open(pool: PostgresPool): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new PortablePostgresDialect({ pool }) });
}

const attempts = 6;

/**
 * Retries a transaction that PostgreSQL rolled back because of another one: a deadlock, or a serialization failure. Throws
 * the last error.
 */
export async function retryCollisions<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      const code = codeOf(error);
      if ((code !== '40001' && code !== '40P01') || attempt === attempts) throw error;
      // Random and growing pauses, so that transactions that collided do not collide again.
      await sleep(Math.random() * 5 * 2 ** attempt);
    }
  }
}
