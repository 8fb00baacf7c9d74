import { copyFileSync, existsSync, linkSync, mkdirSync, realpathSync, renameSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { OperatorError } from '../../server/operator-error.ts';
import { codeOf } from '../../server/security/private-file.ts';
import { Kysely } from '../../server/store/kysely.ts';
import type { Schema } from '../../server/store/schema.ts';
import { SharedSqliteDialect } from '../../server/store/sqlite/dialect.ts';
import { Sqlite } from '../../server/store/sqlite/sqlite.ts';
import { StoreError } from '../../server/store/store-error.ts';
import { copyDatabase, makePartial } from './backup.ts';
import { type Inspection, inspectDatabase } from './inspect.ts';
import { type ReplacedState, sanitizeRestoredCopy } from './sanitize-copy.ts';

export interface RestoreOptions {
  readonly backup: string;
  readonly database: string;
  /** Whether to replace an existing database, which then gets another name. */
  readonly force: boolean;
  readonly now: number;
}

/** What a backup contains, if it can be restored. @throws OperatorError, StoreError */
export async function checkBackup(backup: string, now: number): Promise<Inspection> {
  const inspection = await inspectDatabase(backup, now);
  const [problem, ...more] = inspection.problems;
  if (problem !== undefined)
    throw new OperatorError(
      'backup_unfit',
      `${backup} cannot be restored: ${problem}${more.length === 0 ? '' : `, and ${more.length} more`}`,
    );
  if (inspection.age === 'newer')
    throw new OperatorError(
      'backup_unfit',
      `${backup} was made by a newer release (its schema is ${inspection.schema}): use that release or a newer one`,
    );
  return inspection;
}

/** Replaces a database that no process uses by a backup. @throws OperatorError, StoreError */
export async function restore({ backup, database: named, force, now }: RestoreOptions) {
  // A link stays, and the database that it points to is replaced.
  const database = existsSync(named) ? realpathSync(named) : named;
  const target = resolve(database);
  if (resolve(backup) === target)
    throw new OperatorError('input_invalid', 'the backup and the database must be different files');
  const inspection = await checkBackup(backup, now);
  const taken = isTaken(target);
  if (taken && !force)
    throw new OperatorError(
      'file_exists',
      `${database} already exists: use --force to replace it and keep it under another name`,
    );

  if (!existsSync(dirname(target))) mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  const partial = makePartial(database);
  let held: Sqlite | undefined;
  try {
    held = takeExclusive(target);
    const replaced = held && (await readReplacedState(held));
    await copyDatabase(backup, partial.path);
    const endedAgain = await sanitizeRestoredCopy(partial.path, replaced, now);
    const aside = taken ? `${target}.replaced-${toStamp(now)}` : undefined;
    if (aside !== undefined) renameReplaced(target, aside);
    partial.putInPlace(taken);
    // What the backup contains, the new path of the replaced database, and what was ended again as in that one, if it could be read.
    return { inspection, aside, endedAgain };
  } finally {
    partial.discard();
    held?.close();
  }
}

function toStamp(now: number): string {
  return new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

const extraSuffixes = ['-wal', '-shm', '-journal'];

/** Whether there is a database, or a leftover file of one, which SQLite would read as part of another database. */
function isTaken(path: string): boolean {
  return ['', ...extraSuffixes].some((suffix) => existsSync(path + suffix));
}

/**
 * Makes sure that no other process has the database open, or opens it before the returned connection is closed, and moves all data
 * into the main file. SQLite lets only the last connection leave WAL mode. Returns `undefined` when the file is unusable.
 *
 * @throws StoreError `database_in_use`
 */
export function takeExclusive(path: string): Sqlite | undefined {
  if (!existsSync(path)) return undefined;
  const sqlite = new Sqlite(path);
  try {
    sqlite.exec('pragma busy_timeout = 2000; pragma journal_mode = delete; begin exclusive');
    // In WAL mode the lock would let others read.
    if (JSON.stringify(sqlite.prepare('pragma journal_mode').all()).includes('delete')) return sqlite;
    throw inUse(path);
  } catch (error) {
    sqlite.close();
    const code = codeOf(error) ?? '';
    if (/^SQLITE_(BUSY|LOCKED)/.test(code)) throw inUse(path, error);
    // Damaged, which is a reason to restore.
    if (/^SQLITE_(NOTADB|CORRUPT)/.test(code)) return undefined;
    throw error;
  }
}

function inUse(path: string, cause?: unknown): StoreError {
  return new StoreError('database_in_use', `${path} is in use: stop the service that uses it`, { cause });
}

/** What has ended in a database; `undefined` when it cannot be read. */
async function readReplacedState(sqlite: Sqlite): Promise<ReplacedState | undefined> {
  const database = new Kysely<Schema>({ dialect: new SharedSqliteDialect(sqlite) });
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
  } catch {
    return undefined;
  }
}

/** The main file keeps its old name too, until another file replaces it. */
function renameReplaced(path: string, aside: string): void {
  for (const suffix of extraSuffixes) {
    if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
  }
  if (!existsSync(path)) return;
  try {
    linkSync(path, aside);
  } catch {
    // The file system has no hard links. The copy ends the lock, just before the other file takes the name.
    copyFileSync(path, aside);
  }
}
