import pg from 'pg';
import { isLoopback } from '../../security/is-loopback.ts';
import { codeOf } from '../../security/private-file.ts';
import { type Engine, transactionMaker } from '../engine.ts';
import { Kysely, sql } from '../kysely.ts';
import { migrate } from '../migrations/migrate.ts';
import type { Schema } from '../schema.ts';
import { StoreError } from '../store-error.ts';
import { createWrite, type Transactions } from '../write.ts';
import { clientFor } from './client.ts';
import { KyselyConnection, PooledPostgresDialect } from './dialect.ts';
import { isCollision, isPostgresOutage, toStoreError } from './failures.ts';
import { type Connection, createPool, type Pool } from './pool.ts';
import type { ConnectionUse } from './session.ts';
import { connectionString, hidePassword } from './url.ts';

/** Opens the database of the URL, and migrates it to the schema of this release. @throws StoreError */
export async function openPostgres(
  database: string,
  connections: number,
  use: ConnectionUse = 'durable',
): Promise<Engine> {
  await refusePlainConnection(database);
  await prepare(database);
  const { onError, check } = watchSpace();
  const poolOf = (size: number, kind: ConnectionUse) =>
    createPool(database, { use: kind, size, onError });
  // Few connections are enough to count requests, as these commits do not wait for the disk. What is preferred has its own.
  const shared = Math.ceil(connections / 5);
  const own = connections > 2 ? 1 : 0;
  const durable = poolOf(connections - shared - own, use);
  const counting = poolOf(shared, 'relaxed');
  const reserved = own === 0 ? counting : poolOf(own, 'relaxed');
  const [reader, relaxed, preferred] = [open(durable), open(counting), open(reserved)];
  const { write, settled } = createWrite(transactionsOn(durable));
  return {
    kind: 'postgres',
    reader,
    write,
    isPooled: durable.isPooled,
    writeRelaxed: (work, isPreferred) => work(isPreferred ? preferred : relaxed),
    isOutage: isPostgresOutage,
    checkFile: () => {},
    checkWriting: async () => {
      await check(reader);
      for (const pool of [counting, reserved]) await pool.ensureOpen();
    },
    // Only `vacuum full` does, which locks whole tables: the operator runs it.
    scrub: async () => {},
    close: async () => {
      await settled();
      await Promise.all([durable, counting, reserved].map((pool) => pool.end()));
    },
  };
}

function transactionsOn(pool: Pool): Transactions {
  const transactionOn = transactionMaker(new PooledPostgresDialect(pool));
  return {
    isCollision,
    isOutage: isPostgresOutage,
    run: async (accountIds, work) => {
      const connection = await pool.connect();
      try {
        const locked = await begin(connection, accountIds);
        try {
          await work({
            transaction: transactionOn(new KyselyConnection(connection)),
            isLocked: (accountId) => !locked.has(accountId),
          });
          // After an error of a statement, PostgreSQL rolls back instead. When the connection is lost now, nobody knows.
          const { command } = await connection.query('commit');
          if (command !== 'COMMIT') throw new Error('the transaction was rolled back');
        } catch (error) {
          await connection.query('rollback').catch(() => {});
          throw error;
        }
      } finally {
        connection.release();
      }
    },
  };
}

/** Returns the accounts that are locked for the transaction. It waits for no lock, so that no two transactions block each other. */
async function begin(
  connection: Connection,
  accountIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const ids = accountIds.map((id) => pg.escapeLiteral(id)).join();
  const lock = `select id from accounts where id in (${ids}) for update skip locked`;
  const result = await connection.begin('begin', ids === '' ? undefined : lock);
  return new Set(result.rows.map(({ id }) => String(id)));
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
    const { rows } = await settings.execute(patient);
    const { encoding, schema } = rows[0] ?? {};
    // Others cannot store all of Unicode.
    if (encoding !== 'UTF8')
      throw new StoreError(
        'encoding_unsupported',
        `${hidePassword(database)} has the encoding ${encoding}, and UTF8 is needed: use "create database … encoding 'UTF8' template template0"`,
      );
    await migrate(patient, schema ?? undefined);
  } catch (error) {
    throw toStoreError(error, database);
  } finally {
    await patient.destroy();
  }
}

// Tables that the search path finds are those of before, also where a new table would get into another schema.
const settings = sql<{ encoding?: string; schema?: string | null }>`
  select current_setting('server_encoding') as encoding, coalesce((select nspname from pg_class as c
    join pg_namespace as n on n.oid = relnamespace where c.oid = to_regclass('kysely_migration')), current_schema()) as schema`;

const open = (pool: Pool) => new Kysely<Schema>({ dialect: new PooledPostgresDialect(pool) });

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

/**
 * Rejects a URL that would send the password of the database and everything that is stored over a network in plain text, unless
 * `sslmode=disable` asks for it.
 *
 * @throws StoreError
 */
async function refusePlainConnection(
  database: string,
  // biome-ignore lint/style/noProcessEnv: `pg` reads it too, for what the URL leaves out.
  { PGSSLMODE } = process.env,
): Promise<void> {
  const url = connectionString(database);
  // The driver decides which host and which TLS settings a URL has. It does not connect here.
  const { host, ssl } = new (clientFor(url))();
  const mode = new URL(url).searchParams.get('sslmode') ?? PGSSLMODE;
  if (ssl || mode === 'disable' || host.startsWith('/')) return;
  // The connection reports a name that is unknown.
  if (await isLoopback(host).catch(() => true)) return;
  throw new StoreError(
    'plain_connection_refused',
    `the connection to ${hidePassword(database)} would be unencrypted: add ?sslmode=verify-full to the URL, or set PGSSLMODE; ?sslmode=disable allows it, for a network that nobody else can read`,
  );
}
