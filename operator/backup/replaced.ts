import { copyFileSync, existsSync, linkSync, renameSync } from 'node:fs';
import Libsql from 'libsql';
import { readSqlite } from '../../server/store/sqlite/read-sqlite.ts';
import { StoreError } from '../../server/store/store-error.ts';
import type { KnownRevocation } from './make-safe.ts';

const besides = ['-wal', '-shm', '-journal'];

/** Whether there is a database, or what one has left behind, which SQLite would take for a part of another. */
export function isTaken(path: string): boolean {
  return ['', ...besides].some((suffix) => existsSync(path + suffix));
}

/**
 * Makes sure that nobody has the database open, and puts all of it into its one file. Only the last connection may leave
 * the mode in which others can write, so SQLite tells. Answers whether the file can be used at all.
 * @throws StoreError database_in_use
 */
export function closeOff(path: string): boolean {
  if (!existsSync(path)) return false;
  const sqlite = new Libsql(path);
  try {
    sqlite.exec('pragma busy_timeout = 2000');
    const [row] = sqlite.prepare('pragma journal_mode = delete').all([]);
    if (JSON.stringify(row).includes('delete')) return true;
    throw inUse(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (/^SQLITE_(BUSY|LOCKED)/.test(code)) throw inUse(path, error);
    // Damaged, which is why somebody restores.
    if (/^SQLITE_(NOTADB|CORRUPT)/.test(code)) return false;
    throw error;
  } finally {
    sqlite.close();
  }
}

function inUse(path: string, cause?: unknown): StoreError {
  return new StoreError('database_in_use', `${path} is in use: stop the service that has it open`, { cause });
}

/** The keys that a database knows to be revoked; `undefined` when it cannot be read. */
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

/** Keeps the database under another name, with what is beside it. Its file stays where it is until another takes the name. */
export function keepAside(path: string, aside: string): void {
  for (const suffix of besides) {
    if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
  }
  if (!existsSync(path)) return;
  try {
    linkSync(path, aside);
  } catch {
    // A file system without links.
    copyFileSync(path, aside);
  }
}
