import { accessSync, closeSync, constants, existsSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { codeOf, giveToOwnerOf, makeFolder, makePrivate } from '../../security/private-file.ts';
import { Kysely } from '../kysely.ts';
import { isBusy } from '../outage.ts';
import type { Schema } from '../schema.ts';
import { StoreError } from '../store-error.ts';
import { retry } from '../write.ts';
import { SharedSqliteDialect } from './dialect.ts';
import { Sqlite } from './sqlite.ts';

// WAL: readers never wait for a writer. Only the process that may checkpoint turns `wal_autocheckpoint` on.
const common = [
  'busy_timeout = 25',
  'journal_mode = wal',
  'wal_autocheckpoint = 0',
  'foreign_keys = on',
];

const settings = {
  // A committed change survives a power cut. A log above 64 MiB is cut when SQLite begins it anew.
  // The cache (16 MiB) keeps the inner pages of the indexes of millions of keys: ids and hashes are random.
  durable: [
    ...common,
    'cache_size = -16384',
    'synchronous = full',
    'journal_size_limit = 67108864',
  ],
  // A commit is visible to every process and survives a crash of this one, but a power cut may undo the last ones. No
  // `busy_timeout`: it would block the event loop, and with it the transaction of this process that holds the lock.
  relaxed: [...common, 'busy_timeout = 0', 'synchronous = normal'],
  // Does not see a transaction of this process before it is on the disk.
  reading: [...common, 'query_only = on'],
} as const;

export interface Connection {
  readonly sqlite: Sqlite;
  readonly database: Kysely<Schema>;
}

/** Opens the SQLite file at `path`. Creates the file and its folder if they are missing. @throws StoreError */
export async function connect(path: string, use: keyof typeof settings): Promise<Connection> {
  const file = resolve(path);
  createPrivateFile(file);
  const sqlite = await openFile(file, settings[use]);
  return { sqlite, database: new Kysely<Schema>({ dialect: new SharedSqliteDialect(sqlite) }) };
}

export async function disconnect({ sqlite, database }: Connection): Promise<void> {
  await database.destroy();
  // Kysely does not close a connection that it has not used.
  sqlite.close();
}

/** Runs `work` on an SQLite file as `readSqlite` opens it. @throws StoreError */
export async function whileReading<Result>(
  path: string,
  work: (database: Kysely<Schema>) => Promise<Result>,
): Promise<Result> {
  const database = await readSqlite(path);
  try {
    return await work(database);
  } finally {
    await database.destroy();
  }
}

/**
 * Opens an SQLite file for reading. It changes nothing, and does not migrate the schema. A service may use the file.
 *
 * @throws StoreError
 */
export async function readSqlite(path: string): Promise<Kysely<Schema>> {
  const file = resolve(path);
  // Opening a named pipe waits for somebody who writes to it.
  if (!existsSync(file) || statSync(file).isFIFO())
    throw new StoreError('unusable_path', `there is no database at ${path}`);
  try {
    const sqlite = new Sqlite(`${pathToFileURL(file).href}?mode=ro`);
    // SQLite reads the file only for the first query.
    await retry(isBusy, () => sqlite.prepare('select count(*) from sqlite_schema').all([]));
    return new Kysely<Schema>({ dialect: new SharedSqliteDialect(sqlite) });
  } catch (cause) {
    throw unusable('read', path, cause);
  }
}

async function openFile(file: string, pragmas: readonly string[]): Promise<Sqlite> {
  for (;;) {
    const found = fileIdOf(file);
    let sqlite: Sqlite | undefined;
    try {
      const opened = new Sqlite(file);
      sqlite = opened;
      for (const pragma of pragmas) await retry(isBusy, () => opened.exec(`pragma ${pragma}`));
      if (fileIdOf(file) === found) return opened;
      opened.close();
    } catch (cause) {
      sqlite?.close();
      // `restore` replaced it meanwhile. SQLite does not change a file that has another name.
      if (fileIdOf(file) !== found) continue;
      throw unusable('open', file, cause);
    }
  }
}

/** Another one after the file was replaced. `undefined` when there is none. */
export function fileIdOf(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

/**
 * Creates an empty file, which only its owner can read, and its folder. SQLite would create one that every user can read; its
 * -wal and -shm files get the mode of the main file. With `ofOwner`, the owner of that file gets it.
 *
 * It never opens a file that exists: closing any descriptor of the file would release the locks that SQLite holds on it in this
 * process (POSIX locks belong to the process), and another process could damage it.
 *
 * @throws StoreError
 */
export function createPrivateFile(file: string, ofOwner = file): void {
  try {
    makeFolder(dirname(file));
    if (existsSync(file)) checkFiles(file);
    else {
      const created = openSync(file, 'ax', 0o600);
      if (ofOwner !== file) giveToOwnerOf(ofOwner, created);
      closeSync(created);
    }
  } catch (cause) {
    // Another process may have created it meanwhile.
    if (codeOf(cause) === 'EEXIST' && existsSync(file)) return;
    if (cause instanceof StoreError) throw cause;
    throw unusable('write', file, cause);
  }
}

function checkFiles(file: string): void {
  if (!statSync(file).isFile())
    throw Object.assign(new Error('a folder or device has the name'), { code: 'EISDIR' });
  accessSync(file, constants.W_OK);
  // Windows has no such modes.
  if (process.platform === 'win32') return;
  for (const each of [file, `${file}-wal`, `${file}-shm`]) {
    const mode = statSync(each, { throwIfNoEntry: false })?.mode ?? 0;
    if ((mode & 0o022) === 0) continue;
    const shown = (mode & 0o777).toString(8).padStart(4, '0');
    throw new StoreError(
      'unusable_path',
      `the database file ${each} has mode ${shown}, so that other users can change it: run '${makePrivate(each)}'`,
    );
  }
}

function unusable(use: string, file: string, cause: unknown): StoreError {
  return codeOf(cause) === 'SQLITE_NOTADB'
    ? new StoreError('not_a_database', `${file} is not an SQLite database`, { cause })
    : new StoreError('unusable_path', `cannot ${use} the database ${file}: ${reasonOf(cause)}`, {
        cause,
      });
}

/** Why a file of the database cannot be used, in words for an operator. */
function reasonOf(error: unknown): string {
  const code = codeOf(error);
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  if (code === 'EISDIR') return 'it is a folder or a device';
  if (code === 'ENOTDIR') return 'a part of its path is not a folder';
  if (code === 'EEXIST') return 'it is a link to a file that does not exist';
  if (code === 'ENOENT') return 'its folder cannot be created';
  if (code === 'EROFS') return 'the file system is read-only';
  return error instanceof Error ? error.message : String(error);
}
