import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  realpathSync,
  renameSync,
  statSync,
  unlinkSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { OperatorError } from '../../server/operator-error.ts';
import { makeFolder } from '../../server/security/private-file.ts';
import type { Schema } from '../../server/store/schema.ts';
import { fileIdOf } from '../../server/store/sqlite/connect.ts';
import type { Sqlite } from '../../server/store/sqlite/sqlite.ts';
import { copyDatabase, makePartial } from './backup.ts';
import { type Inspection, inspectDatabase } from './inspect.ts';
import { type ReplacedState, type RevokedKey, sanitizeRestoredCopy } from './sanitize-copy.ts';
import { extraSuffixes, takeExclusive } from './take-exclusive.ts';

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
  if (fileIdOf(target) !== undefined && fileIdOf(backup) === fileIdOf(target))
    throw new OperatorError('input_invalid', 'the backup and the database must be different files');
  if (
    target.endsWith('.secrets') ||
    !(statSync(target, { throwIfNoEntry: false })?.isFile() ?? true)
  )
    throw new OperatorError(
      'input_invalid',
      `${named} is a secrets file, a folder or a device, and no database`,
    );
  const inspection = await checkBackup(backup, now);
  const taken = ['', ...extraSuffixes].some((suffix) => existsSync(target + suffix));
  if (taken && !force)
    throw new OperatorError(
      'file_exists',
      `${database} already exists: use --force to replace it and keep it under another name`,
    );

  makeFolder(dirname(target));
  const partial = makePartial(database);
  let held: Sqlite | undefined;
  try {
    held = takeExclusive(target);
    const replaced = held && readReplacedState(held);
    await copyDatabase(backup, partial.path);
    const endedAgain = await sanitizeRestoredCopy(partial.path, replaced, now);
    const stamp = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
    const aside = taken ? freeName(`${target}.replaced-${stamp}`) : undefined;
    if (aside !== undefined) renameReplaced(target, aside);
    try {
      partial.putInPlace(taken);
    } catch (error) {
      // It would be a second name of a database that is in use again.
      if (aside !== undefined && fileIdOf(aside) === fileIdOf(target)) unlinkSync(aside);
      throw error;
    }
    const unread = [...(replaced?.unread ?? [])];
    // None of the four tables could be read.
    if (unread.length === 4) return { inspection, aside, endedAgain: undefined, unread: [] };
    // What the backup contains, the new path of the replaced database, and what was ended again as in that one.
    return { inspection, aside, endedAgain, unread };
  } finally {
    partial.discard();
    held?.close();
  }
}

/** The name, or with a number when a file has it already. */
function freeName(name: string): string {
  let free = name;
  for (let nth = 2; existsSync(free); nth += 1) free = `${name}-${nth}`;
  return free;
}

/** What has ended in a database, which may be damaged: what cannot be read is missing. */
function readReplacedState(sqlite: Sqlite): ReplacedState {
  const unread = new Set<string>();
  function* read<Row>(table: string, columns: string, where = 'true'): Iterable<Row> {
    try {
      yield* sqlite
        .prepare(`select ${columns} from ${table} where ${where}`)
        .iterate() as Iterable<Row>;
    } catch {
      unread.add(table);
    }
  }
  type Account = Pick<Schema['accounts'], 'id' | 'disabled_at' | 'totp_last_step'>;
  const accounts = [...read<Account>('accounts', 'id, disabled_at, totp_last_step')];
  const disabled = accounts.flatMap((account) => (account.disabled_at === null ? [] : account.id));
  // Only the audit log remembers the accounts that were deleted, with their keys, and keys that were swept.
  const deletions = read<{ id: string }>(
    'audit_events',
    'account_id as id',
    "event = 'account_deleted'",
  );
  const deleted = Array.from(deletions, ({ id }) => id);
  const codes = read<{ stored: string }>(
    'recovery_codes',
    'code_hash as stored',
    'used_at is null',
  );
  // One after the other, because there may be millions.
  function* revokedKeys() {
    const named = 'account_id as accountId';
    const isRevoked = 'revoked_at is not null';
    yield* read<RevokedKey>('api_keys', `${named}, id, revoked_at as revokedAt`, isRevoked);
    const logged = `${named}, detail ->> 'keyId' as id, at as revokedAt`;
    yield* read<RevokedKey>('audit_events', logged, "event = 'api_key_revoked'");
  }
  return {
    revokedKeys: revokedKeys(),
    endedAccounts: [...disabled, ...deleted],
    // Which codes of a deleted account were used is not known.
    accounts: [...accounts.map(({ id }) => id), ...deleted],
    lastSteps: accounts.map((account) => [account.id, account.totp_last_step ?? 0]),
    unusedCodes: new Set(Array.from(codes, ({ stored }) => stored)),
    unread,
  };
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
    copyFileSync(path, aside, constants.COPYFILE_EXCL);
  }
}
