import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, type PostgresPool, sql } from 'kysely';
import type { Engine } from '../engine/engine.ts';
import { migrate } from '../migrations/migrate.ts';
import type { Schema } from '../schema.ts';
import { StoreError } from '../store-error.ts';
import { PortablePostgresDialect } from './dialect.ts';
import { codeOf, isPostgresOutage } from './outage.ts';
import { createPool } from './pool.ts';
import { toStoreError } from './start-failure.ts';
import { hidePassword } from './url.ts';

/** Opens the database that the URL names, and brings its schema up to date. @throws StoreError */
export async function openPostgres(database: string, connections: number): Promise<Engine> {
  await prepare(database);
  // Counting takes a moment where a durable commit waits for the disk: few connections do for it.
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

/** Looks at the database and leaves it as it is. @throws StoreError */
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

/** On a connection of its own, as waiting for another process that migrates may take longer than a request may. */
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

// In any other encoding there are names that cannot be stored.
async function checkEncoding(connection: Kysely<Schema>, database: string): Promise<void> {
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(connection);
  const encoding = rows[0]?.server_encoding;
  if (encoding === 'UTF8') return;
  throw new StoreError(
    'encoding_unfit',
    `${hidePassword(database)} has the encoding ${encoding}: make one with "create database … encoding 'UTF8' template template0"`,
  );
}

function open(pool: PostgresPool): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new PortablePostgresDialect({ pool }) });
}

const attempts = 6;

/**
 * Does a transaction again that PostgreSQL rolled back because it collided with another: a deadlock, or isolation that
 * could not be kept. The last error is thrown on.
 */
export async function retryCollisions<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      const code = codeOf(error);
      if ((code !== '40001' && code !== '40P01') || attempt === attempts) throw error;
      // Uneven and growing pauses, so that those who collided once do not collide again.
      await sleep(Math.random() * 5 * 2 ** attempt);
    }
  }
}
