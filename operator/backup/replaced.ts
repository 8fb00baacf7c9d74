import { copyFileSync, existsSync, linkSync, renameSync } from 'node:fs';
import Libsql from 'libsql';
import { codeOf } from '../../server/security/error-code.ts';
import { readSqlite } from '../../server/store/sqlite/read-sqlite.ts';
import { StoreError } from '../../server/store/store-error.ts';
import type { KnownRevocation } from './make-safe.ts';

const extraSuffixes = ['-wal', '-shm', '-journal'];

/** Whether there is a database, or a leftover file of one, which SQLite would read as part of another database. */
export function isTaken(path: string): boolean {
  return ['', ...extraSuffixes].some((suffix) => existsSync(path + suffix));
}

/**
 * Makes sure that no other process has the database open, and moves all data into the main file. SQLite lets only the last
 * connection leave WAL mode. Returns whether the file is usable.
 *
 * @throws StoreError `database_in_use`
 */
export function takeExclusive(path: string): boolean {
  if (!existsSync(path)) return false;
  const sqlite = new Libsql(path);
  try {
    sqlite.exec('pragma busy_timeout = 2000');
    const [row] = sqlite.prepare('pragma journal_mode = delete').all([]);
    if (JSON.stringify(row).includes('delete')) return true;
    throw inUse(path);
  } catch (error) {
    const code = codeOf(error) ?? '';
    if (/^SQLITE_(BUSY|LOCKED)/.test(code)) throw inUse(path, error);
    // Damaged, which is a reason to restore.
    if (/^SQLITE_(NOTADB|CORRUPT)/.test(code)) return false;
    throw error;
  } finally {
    sqlite.close();
  }
}

function inUse(path: string, cause?: unknown): StoreError {
  return new StoreError('database_in_use', `${path} is in use: stop the service that uses it`, { cause });
}

/** The revoked keys of a database; `undefined` when it cannot be read. */
export async function readRevocations(path: string): Promise<KnownRevocation[] | undefined> {
  try {
    const database = await readSqlite(path);
    try {
      const rows = await database
        .selectFrom('api_keys')
        .select(['id', 'revoked_at as revokedAt'])
        .where('revoked_at', 'is not', null)
        .execute();
      return rows.flatMap(({ id, revokedAt }) => (revokedAt === null ? [] : [{ id, revokedAt }]));
    } finally {
      await database.destroy();
    }
  } catch {
    return undefined;
  }
}

/**
 * Keeps the database and its extra files under another name. The main file keeps its old name too, until another file
 * replaces it.
 */
export function keepAside(path: string, aside: string): void {
  for (const suffix of extraSuffixes) {
    if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
  }
  if (!existsSync(path)) return;
  try {
    linkSync(path, aside);
  } catch {
    // The file system has no hard links.
    copyFileSync(path, aside);
  }
}
