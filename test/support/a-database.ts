import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Libsql from 'libsql';
import pg from 'pg';
import { inject } from 'vitest';
import { isPostgresUrl } from '../../server/store/postgres/url.ts';
import { withPatience } from './patience.ts';

/** The server of the project `postgres`, in which test files run again that are about the store; else `undefined`. */
function postgresServer(): string | undefined {
  try {
    return inject('postgres');
  } catch {
    // In a process of its own that a test started, there is no project.
    return undefined;
  }
}

export const onPostgres = postgresServer() !== undefined;

export interface TestDatabase {
  /** What `--database` takes. */
  readonly database: string;
  /** What `--secrets` takes. */
  readonly secrets: string;
  remove(): Promise<void>;
}

/** A database of its own for whoever asks; `isNew`: one that nothing has migrated. */
export async function makeDatabase({ isNew = false } = {}): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'account-access-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  const server = postgresServer();
  if (server === undefined) {
    const database = join(folder, 'data', 'test.db');
    return { database, secrets: `${database}.secrets`, remove: async () => removeFolder() };
  }
  const name = `test_${randomBytes(8).toString('hex')}`;
  await run(`${server}/postgres`, `create database ${name} template ${isNew ? 'template0' : 'migrated'}`);
  return {
    database: withPatience(`${server}/${name}`),
    secrets: join(folder, 'test.secrets'),
    remove: async () => {
      removeFolder();
      // By itself `drop` waits for five seconds until they are gone whom it ends.
      const end = `select pg_terminate_backend(pid, 300000) from pg_stat_activity where datname = '${name}'`;
      await run(`${server}/postgres`, end, `drop database ${name} with (force)`);
    },
  };
}

/** The rows of a query that both engines understand, asked on a connection of its own. */
export async function inspect(database: string, query: string): Promise<object[]> {
  if (isPostgresUrl(database)) return run(database, query);
  const sqlite = new Libsql(database);
  try {
    return sqlite.prepare(query).all([]) as object[];
  } finally {
    sqlite.close();
  }
}

/** A statement that changes what is there behind the store's back. */
export async function tamper(database: string, statement: string): Promise<void> {
  if (isPostgresUrl(database)) {
    await run(database, statement);
    return;
  }
  const sqlite = new Libsql(database);
  sqlite.exec(statement);
  sqlite.close();
}

/** All that the database holds: the files of SQLite, -wal and -shm too, or the rows of all tables. */
export async function readDatabase(database: string): Promise<string> {
  if (!isPostgresUrl(database)) return readDatabaseFiles(database);
  const tables = await run(
    database,
    `select query_to_xml(format('select * from %I', tablename), true, false, '') as rows
       from pg_tables where schemaname = 'public'`,
  );
  return JSON.stringify(tables);
}

/** All that the files of SQLite hold. */
export function readDatabaseFiles(path: string): string {
  const folder = dirname(path);
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n');
}

/** Answers with the rows of the last statement. */
async function run(database: string, ...statements: readonly string[]): Promise<object[]> {
  const types = { getTypeParser: numbersAsTheyAre };
  const client = new pg.Client({ connectionString: database, types });
  await client.connect();
  try {
    let rows: object[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

// As `bigint` they would be strings.
const numbersAsTheyAre: typeof pg.types.getTypeParser = (type: number) =>
  type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type);
