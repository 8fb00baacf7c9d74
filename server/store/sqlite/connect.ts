import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Kysely, sql } from 'kysely';
import Libsql from 'libsql';
import { codeOf } from '../../security/error-code.ts';
import type { Schema } from '../schema.ts';
import { StoreError } from '../store-error.ts';
import { retryWhileBusy } from './busy.ts';
import { SharedSqliteDialect } from './dialect.ts';

// WAL: readers never wait for a writer. With a checkpoint every 16 MiB instead of every 4 MiB, pages that change
// often are written to the main file less often.
const common = ['journal_mode = wal', 'wal_autocheckpoint = 4000', 'foreign_keys = on'];

const settings = {
  // A committed change survives a power cut.
  durable: [...common, 'busy_timeout = 25', 'synchronous = full'],
  // A commit is visible to every process and survives a crash of this one, but does not wait for the disk: a power cut may
  // undo the last commits. No `busy_timeout`: it would block the event loop, and with it the transaction of this process
  // that holds the lock.
  quick: [...common, 'busy_timeout = 0', 'synchronous = normal'],
  // Does not see a transaction of this process before it is on the disk.
  reading: [...common, 'busy_timeout = 25', 'query_only = on'],
} as const;

export interface Connection {
  readonly sqlite: Libsql.Database;
  readonly database: Kysely<Schema>;
}

/** Opens the SQLite file at `path`. Creates the file and its folder if they are missing. @throws StoreError */
export async function connect(path: string): Promise<Connection> {
  createPrivateFile(resolve(path));
  return open(path, 'durable');
}

/**
 * Opens another connection of this process. It does not open and close the file itself: closing any descriptor of the file
 * would release the locks of the first connection (POSIX locks belong to the process), and another process could damage it.
 */
export async function connectAgain(path: string, use: 'quick' | 'reading'): Promise<Connection> {
  return open(path, use);
}

async function open(path: string, use: keyof typeof settings): Promise<Connection> {
  const sqlite = await openFile(resolve(path), settings[use]);
  return { sqlite, database: new Kysely<Schema>({ dialect: new SharedSqliteDialect(sqlite) }) };
}

/**
 * Closes the connection, and moves all data into the main file, so that it can be copied. Rejects when the disk is full: the
 * data then stays in the -wal file, which the next connection reads.
 */
export async function disconnect(database: Kysely<Schema>): Promise<void> {
  try {
    await sql`pragma wal_checkpoint(truncate)`.execute(database);
  } finally {
    await database.destroy();
  }
}

// SQLite would create a file that every user can read. Its -wal and -shm files get the mode of the main file.
function createPrivateFile(file: string): void {
  try {
    makeFolder(dirname(file));
    closeSync(openSync(file, 'a', 0o600));
  } catch (cause) {
    throw new StoreError('unusable_path', `cannot write the database ${file}: ${reasonOf(cause)}`, { cause });
  }
}

// Without `recursive: true`, which never returns on some file systems, such as /proc.
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it meanwhile.
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

async function openFile(file: string, pragmas: readonly string[]): Promise<Libsql.Database> {
  try {
    const sqlite = new Libsql(file);
    for (const pragma of pragmas) await retryWhileBusy(() => sqlite.prepare(`pragma ${pragma}`).all());
    return sqlite;
  } catch (cause) {
    if (codeOf(cause) === 'SQLITE_NOTADB') {
      throw new StoreError('not_a_database', `${file} is not an SQLite database`, { cause });
    }
    throw new StoreError('unusable_path', `cannot open the database ${file}: ${reasonOf(cause)}`, { cause });
  }
}

function reasonOf(error: unknown): string {
  const code = codeOf(error);
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'a part of its path is not a folder';
  if (code === 'ENOENT') return 'its folder cannot be created';
  if (code === 'EROFS') return 'the file system is read-only';
  return error instanceof Error ? error.message : String(error);
}
