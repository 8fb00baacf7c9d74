import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { openAudit } from '../../../operator/audit/open-audit.ts';
import type { VerifyOptions } from '../../../operator/audit/verify.ts';
import { openStore, type Store } from '../../../server/store/open-store.ts';
import { isPostgresUrl } from '../../../server/store/postgres/url.ts';
import { Sqlite } from '../../../server/store/sqlite/sqlite.ts';
import { withLongTimeouts } from '../postgres/long-timeouts.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the server in the project `postgres`. Empty where no server can run, `undefined` in all other tests. */
    postgres: string | undefined;
  }
}

/** The server of the project `postgres`, which runs the tests of the store again. Otherwise `undefined`. */
function postgresServer(): string | undefined {
  try {
    return inject('postgres');
  } catch {
    // A process that a test started has no project.
    return undefined;
  }
}

export const onPostgres = postgresServer() !== undefined;

/** Where a database is, and its secrets. */
export interface DatabasePaths {
  readonly database: string;
  readonly secrets: string;
}

/** A folder that goes when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'account-access-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A file in a folder of its own, which goes when the test ends. */
export function temporaryFile(name: string, content: string): string {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, content);
  return file;
}

/** A store on a database of its own, which goes when the test ends. */
export async function temporaryStore(): Promise<Store & DatabasePaths> {
  const place = await temporaryDatabase();
  return { ...(await openUntilEnd(place)), ...place };
}

/** Opens a store that closes when the test ends. */
export async function openUntilEnd(...place: Parameters<typeof openStore>): Promise<Store> {
  const store = await openStore(...place);
  onTestFinished(() => store.close());
  return store;
}

/** What a command needs to find a database. */
export function argumentsOf({ database, secrets }: DatabasePaths): string[] {
  return ['--database', database, '--secrets', secrets];
}

/** A database that goes when the test ends. */
export async function temporaryDatabase(options?: {
  readonly isNew?: boolean;
}): Promise<DatabasePaths> {
  const { remove, ...place } = await createTestDatabase(options);
  onTestFinished(remove);
  return place;
}

/** Creates a database for one test. With `isNew` it has no tables yet. */
export async function createTestDatabase({ isNew = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'account-access-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  const server = postgresServer();
  if (server === undefined) {
    const database = join(folder, 'data', 'test.db');
    return { database, secrets: `${database}.secrets`, remove: async () => removeFolder() };
  }
  const name = `test_${randomBytes(8).toString('hex')}`;
  await run(
    `${server}/postgres`,
    `create database ${name} template ${isNew ? 'template0' : 'migrated'}`,
  );
  return {
    database: withLongTimeouts(`${server}/${name}`),
    secrets: join(folder, 'test.secrets'),
    remove: async () => {
      removeFolder();
      // `drop` waits only five seconds for the connections that it ends.
      const end = `select pg_terminate_backend(pid, 300000) from pg_stat_activity where datname = '${name}'`;
      await run(`${server}/postgres`, end, `drop database ${name} with (force)`);
    },
  };
}

/** The rows of a query that both engines understand, on a new connection. */
export async function inspect(database: string, query: string): Promise<object[]> {
  if (isPostgresUrl(database)) return run(database, query);
  const sqlite = new Sqlite(database);
  try {
    return sqlite.prepare(query).all([]) as object[];
  } finally {
    sqlite.close();
  }
}

/** Runs a statement that changes the data without the store. */
export async function tamper(database: string, statement: string): Promise<void> {
  if (isPostgresUrl(database)) {
    await run(database, statement);
    return;
  }
  const sqlite = new Sqlite(database);
  sqlite.exec(statement);
  sqlite.close();
}

/** What a verification of the audit log finds, on a new connection. */
export async function verifyAudit(database: string, options?: VerifyOptions) {
  const audit = await openAudit({ database });
  return audit.verify(options).finally(audit.close);
}

/** The whole content of the database: the files of SQLite, -wal and -shm included, or the rows of all tables. */
export async function readDatabase(database: string): Promise<string> {
  if (!isPostgresUrl(database)) return readDatabaseFiles(database);
  const tables = await run(
    database,
    `select query_to_xml(format('select * from %I', tablename), true, false, '') as rows
       from pg_tables where schemaname = 'public'`,
  );
  return JSON.stringify(tables);
}

export function readDatabaseFiles(path: string): string {
  const folder = dirname(path);
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n');
}

/** Returns the rows of the last statement. */
async function run(database: string, ...statements: readonly string[]): Promise<object[]> {
  const client = new pg.Client({
    connectionString: database,
    types: { getTypeParser: parseNumbers },
  });
  await client.connect();
  try {
    let rows: object[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

// By default `pg` returns `bigint` as a string.
const parseNumbers: typeof pg.types.getTypeParser = (type: number) =>
  type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type);
