import { copyFileSync, existsSync, linkSync, renameSync } from 'node:fs';
import { codeOf } from '../../server/security/private-file.ts';
import { readSqlite } from '../../server/store/sqlite/connect.ts';
import { Sqlite } from '../../server/store/sqlite/sqlite.ts';
import { StoreError } from '../../server/store/store-error.ts';
import type { ReplacedState } from './sanitize-copy.ts';

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
  const sqlite = new Sqlite(path);
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

/** What has ended in a database; `undefined` when it cannot be read. */
export async function readReplacedState(path: string): Promise<ReplacedState | undefined> {
  try {
    const database = await readSqlite(path);
    try {
      const keys = await database
        .selectFrom('api_keys')
        .select(['id', 'revoked_at as revokedAt'])
        .where('revoked_at', 'is not', null)
        .execute();
      const accounts = await database.selectFrom('accounts').select(['id', 'disabled_at']).execute();
      const deleted = await database
        .selectFrom('audit_events')
        .select('account_id as id')
        .where('event', '=', 'account_deleted')
        .execute();
      const codes = await database
        .selectFrom('recovery_codes')
        .select('code_hash as stored')
        .where('used_at', 'is', null)
        .execute();
      const disabled = accounts.filter((account) => account.disabled_at !== null);
      return {
        revokedKeys: keys.flatMap(({ id, revokedAt }) => (revokedAt === null ? [] : [{ id, revokedAt }])),
        endedAccounts: [...disabled, ...deleted].flatMap(({ id }) => (id === null ? [] : [id])),
        accounts: accounts.map(({ id }) => id),
        unusedCodes: new Set(codes.map(({ stored }) => stored)),
      };
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
export function renameReplaced(path: string, aside: string): void {
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
