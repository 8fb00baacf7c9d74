import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { isPostgresUrl } from '../../../server/store/database-name.ts';
import { type OpenStore, openStore, type StoreOptions } from '../../../server/store/open-store.ts';
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

/** Where a database of one test is, and its key. */
export interface DatabasePlace {
  readonly database: string;
  readonly keyFile: string;
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

/** A place for a database without tables, which goes when the test ends. */
export async function temporaryDatabase(): Promise<DatabasePlace> {
  const { remove, ...place } = await createTestDatabase();
  onTestFinished(remove);
  return place;
}

/** The same, for a test that removes it by itself. */
export async function createTestDatabase(): Promise<
  DatabasePlace & { readonly remove: () => Promise<void> }
> {
  const folder = mkdtempSync(join(tmpdir(), 'account-access-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  const keyFile = join(folder, 'test.key');
  const server = postgresServer();
  if (server === undefined) {
    return {
      database: join(folder, 'data', 'test.db'),
      keyFile,
      remove: async () => removeFolder(),
    };
  }

  const name = `test_${randomBytes(8).toString('hex')}`;
  await runOnPostgres(`${server}/postgres`, `create database ${name} template template0`);
  return {
    database: withLongTimeouts(`${server}/${name}`),
    keyFile,
    remove: async () => {
      removeFolder();
      // `drop` waits only five seconds for the connections that it ends.
      await runOnPostgres(
        `${server}/postgres`,
        `select pg_terminate_backend(pid, 300000) from pg_stat_activity where datname = '${name}'`,
        `drop database ${name} with (force)`,
      );
    },
  };
}

/** A store on a database of its own. Both go when the test ends. */
export async function temporaryStore(): Promise<OpenStore & { readonly place: DatabasePlace }> {
  const place = await temporaryDatabase();
  return { ...(await openUntilEnd(place)), place };
}

/** Opens a store that closes when the test ends. */
export async function openUntilEnd(
  { database, keyFile }: DatabasePlace,
  options?: Partial<StoreOptions>,
): Promise<OpenStore> {
  const store = await openStore({
    database,
    encryptionKey: { file: keyFile },
    mayCreate: true,
    ...options,
  });
  onTestFinished(() => store.close());
  return store;
}

/** Runs SQL without the store, on a new connection. Returns the rows. */
export async function runSql(database: string, sql: string): Promise<object[]> {
  if (isPostgresUrl(database)) return runOnPostgres(database, sql);
  const sqlite = new DatabaseSync(database);
  try {
    return sqlite.prepare(sql).all();
  } finally {
    sqlite.close();
  }
}

/** Everything that is stored: the files of SQLite, or the rows of all tables. */
export async function readDatabase(database: string): Promise<string> {
  if (!isPostgresUrl(database)) {
    const folder = dirname(database);
    return readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'latin1'))
      .join('\n');
  }
  const tables = await runOnPostgres(
    database,
    `select query_to_xml(format('select * from %I', tablename), true, false, '') as rows
       from pg_tables where schemaname = 'public'`,
  );
  return JSON.stringify(tables);
}

/** Returns the rows of the last statement. */
async function runOnPostgres(url: string, ...statements: readonly string[]): Promise<object[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: object[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}
