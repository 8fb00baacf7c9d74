import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import { OperatorError } from '../operator-error.ts';
import { isLoopback } from '../security/is-loopback.ts';
import { type Database, OutageError, type Statements, type Value } from './database.ts';
import { isConflict, toOperatorError, toOutage } from './postgres-errors.ts';
import { checkStatement } from './schema.ts';

const second = 1000;

/** For how long a transaction runs again after conflicts with others. */
const retryMs = 5 * second;

// The URL may set others, in milliseconds; `query_timeout` is for a server that stops responding, whose own do not help.
const timeouts = {
  statement_timeout: 10 * second,
  lock_timeout: 5 * second,
  idle_in_transaction_session_timeout: 10 * second,
  query_timeout: 15 * second,
};

/**
 * Opens a PostgreSQL database with a pool of connections.
 *
 * @throws OperatorError
 */
export async function openPostgres(url: string, maximumConnections = 10): Promise<Database> {
  const config = readUrl(url);
  await refusePlainConnection(config);
  const pool = createPool(config, maximumConnections);

  async function repeat<Result>(work: (on: Statements) => Promise<Result>): Promise<Result> {
    const deadline = performance.now() + retryMs;
    for (;;) {
      try {
        return await attempt(pool, work);
      } catch (error) {
        if (!isConflict(error) || performance.now() > deadline) throw toOutage(error);
        // Random, so that those that collided do not collide again.
        await sleep(5 + Math.random() * 50);
      }
    }
  }

  // A pool that ends forgets who waits for a connection.
  const running = new Set<Promise<unknown>>();
  const transaction: Database['transaction'] = (work) => {
    const change = repeat(work).finally(() => running.delete(change));
    running.add(change);
    return change;
  };

  let closing: Promise<void> | undefined;
  const close = async () => {
    await Promise.allSettled(running);
    await pool.end();
  };

  const database: Database = {
    kind: 'postgres',
    pool,
    ...statementsOn(pool),
    transaction,
    check: async () => {
      await database.run(checkStatement);
    },
    close: () => {
      closing ??= close();
      return closing;
    },
  };

  try {
    await requireUtf8(database);
  } catch (error) {
    await pool.end();
    throw toOperatorError(error, url);
  }
  return database;
}

async function attempt<Result>(
  pool: pg.Pool,
  work: (on: Statements) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    // The connection sends it together with the first statement of the work.
    const begun = client.query('begin isolation level read committed');
    const [, result] = await Promise.all([begun, work(statementsOn(client))]);
    const { command } = await client.query('commit');
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back');
    return result;
  } catch (error) {
    failure = await rollBack(client, error);
    throw error;
  } finally {
    // One that may be broken, or whose session is read-only, is closed.
    client.release(failure);
  }
}

/** Returns why the connection cannot be used again. */
async function rollBack(client: pg.PoolClient, error: unknown): Promise<Error | undefined> {
  if (toOutage(error) instanceof OutageError && !isConflict(error)) return new Error('an outage');
  try {
    await client.query('rollback');
    return undefined;
  } catch (cause) {
    return new Error('the rollback failed', { cause });
  }
}

/** Statements on one connection, or each on any of the pool. */
function statementsOn(connection: pg.Pool | pg.PoolClient): Statements {
  async function query<Row extends object>(sql: string, values: readonly Value[]) {
    try {
      // The type of the rows is that of the query.
      return await connection.query<Row>({ ...toPostgres(sql), values: [...values] });
    } catch (error) {
      throw isConflict(error) ? error : toOutage(error);
    }
  }

  return {
    all: async (sql, ...values) => (await query<never>(sql, values)).rows,
    one: async (sql, ...values) => (await query<never>(sql, values)).rows[0],
    run: async (sql, ...values) => (await query(sql, values)).rowCount ?? 0,
  };
}

const rewritten = new Map<string, { readonly name: string; readonly text: string }>();

/** Writes `$1` for the first `?`. With a name, each session prepares a statement once. */
function toPostgres(sql: string) {
  const known = rewritten.get(sql);
  if (known !== undefined) return known;

  let count = 0;
  const text = sql.replaceAll('?', () => {
    count += 1;
    return `$${count}`;
  });
  const statement = { name: `statement_${rewritten.size}`, text };
  rewritten.set(sql, statement);
  return statement;
}

function createPool(config: pg.ClientConfig, max: number): pg.Pool {
  const pool = new pg.Pool({
    ...timeouts,
    application_name: 'account-access',
    ...config,
    max,
    pipeline: true,
    idleTimeoutMillis: 60 * second,
    keepAlive: true,
    types: { getTypeParser },
    // The pool awaits the returned promise, although the type does not say so.
    onConnect: (client) => client.query(flushCommits),
  });
  // The pool removes an idle connection that is lost. A statement reports it for one in use.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

// A commit must be on the disk. Settings that also wait for replicas stay.
const flushCommits =
  "select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'";

// Counts and times are below 2^53. By default `pg` returns `bigint` as text.
const getTypeParser: typeof pg.types.getTypeParser = (type: number) =>
  type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type);

function readUrl(url: string): pg.ClientConfig {
  try {
    // `pg` verifies the certificate and the host name in each of these modes, and warns about all but one.
    const config = parseIntoClientConfig(
      url.replace(/\bsslmode=(prefer|require|verify-ca)\b/, 'sslmode=verify-full'),
    );
    const connectSeconds = Number(Reflect.get(config, 'connect_timeout') ?? 5);
    // `pg` would read PGSSLMODE otherwise.
    return { ssl: false, connectionTimeoutMillis: connectSeconds * second, ...config };
  } catch {
    // Without the cause, which may contain the password.
    throw new OperatorError(
      'the URL of the database, or a file that it names, is not valid: use the form postgres://user@host:5432/name, and percent-encode special characters in a password, or set PGPASSWORD',
    );
  }
}

async function refusePlainConnection(config: pg.ClientConfig): Promise<void> {
  // The driver decides which host a URL without one has. It does not connect here.
  const { host } = new pg.Client(config);
  const isPlainWanted = Reflect.get(config, 'sslmode') === 'disable';
  if (config.ssl !== false || isPlainWanted || host.startsWith('/')) return;
  // To connect reports a name that is unknown.
  if (await isLoopback(host).catch(() => true)) return;
  throw new OperatorError(
    `the connection to ${host} would be unencrypted: add ?sslmode=verify-full to the URL of the database; ?sslmode=disable allows it, for a network that nobody else can read`,
  );
}

async function requireUtf8(database: Database): Promise<void> {
  const found = await database.one<{ encoding: string }>(
    "select current_setting('server_encoding') as encoding",
  );
  if (found?.encoding !== 'UTF8')
    throw new OperatorError(
      `the database has the encoding ${found?.encoding}, and UTF8 is needed: use "create database … encoding 'UTF8' template template0"`,
    );
}
