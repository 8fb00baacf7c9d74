import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Kysely, sql } from 'kysely';
import Libsql from 'libsql';
import type { Schema } from '../schema.ts';
import { StoreError } from '../store-error.ts';
import { retryWhileBusy } from './busy.ts';
import { SharedSqliteDialect } from './dialect.ts';

// WAL: readers never wait for a writer. Its pages go to the main file every 16 MiB, not every 4: many of them have changed
// again by then, and are written once.
const common = ['journal_mode = wal', 'wal_autocheckpoint = 4000', 'foreign_keys = on'];

const settings = {
  // What was answered with success survives a power cut.
  durable: [...common, 'busy_timeout = 25', 'synchronous = full'],
  // A commit is in the file for every process, also after a crash of this one, but is not waited for until it is on the
  // disk. A power cut may undo the last of them. No `busy_timeout`: it would stop the event loop, and so the very
  // transaction of this process that is waited for.
  quick: [...common, 'busy_timeout = 0', 'synchronous = normal'],
  // Sees nothing of a transaction of this process before it is on the disk.
  reading: [...common, 'busy_timeout = 25', 'query_only = on'],
} as const;

export interface Connection {
  readonly sqlite: Libsql.Database;
  readonly database: Kysely<Schema>;
}

/** Opens the SQLite file at `path`, making it and its folder where missing. @throws StoreError */
export async function connect(path: string): Promise<Connection> {
  createPrivateFile(resolve(path));
  return open(path, 'durable');
}

/**
 * A further connection of this process. It leaves the file itself alone: to close a file of one's own on it would take
 * away the locks of the first connection (POSIX has them by process), and another process might then damage it.
 */
export async function connectAgain(path: string, use: 'quick' | 'reading'): Promise<Connection> {
  return open(path, use);
}

async function open(path: string, use: keyof typeof settings): Promise<Connection> {
  const sqlite = await openFile(resolve(path), settings[use]);
  return { sqlite, database: new Kysely<Schema>({ dialect: new SharedSqliteDialect(sqlite) }) };
}

/**
 * Closes the connection, and leaves everything in the main file for whoever copies it. Rejects where there is no room in it:
 * then it stays in the log beside the file, which the next who opens the file reads.
 */
export async function disconnect(database: Kysely<Schema>): Promise<void> {
  try {
    await sql`pragma wal_checkpoint(truncate)`.execute(database);
  } finally {
    await database.destroy();
  }
}

// SQLite would make the file readable by everyone; the files it makes beside it (-wal, -shm) get the mode of this one.
function createPrivateFile(file: string): void {
  try {
    makeFolder(dirname(file));
    closeSync(openSync(file, 'a', 0o600));
  } catch (cause) {
    throw new StoreError('unusable_path', `cannot write the database ${file}: ${reasonOf(cause)}`, { cause });
  }
}

// Not with `recursive: true`, which never comes back where the file system refuses without saying why, as /proc does.
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it meanwhile.
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

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function reasonOf(error: unknown): string {
  const code = codeOf(error);
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'a part of its path is not a folder';
  if (code === 'ENOENT') return 'its folder cannot be made';
  if (code === 'EROFS') return 'the file system is read-only';
  return error instanceof Error ? error.message : String(error);
}
