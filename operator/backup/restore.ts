import { constants, copyFileSync, existsSync, linkSync, mkdirSync, realpathSync, renameSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { OperatorError } from '../../server/operator-error.ts';
import { Kysely, sql } from '../../server/store/kysely.ts';
import type { Schema } from '../../server/store/schema.ts';
import { SharedSqliteDialect } from '../../server/store/sqlite/dialect.ts';
import type { Sqlite } from '../../server/store/sqlite/sqlite.ts';
import { copyDatabase, makePartial } from './backup.ts';
import { type Inspection, inspectDatabase } from './inspect.ts';
import { type ReplacedState, sanitizeRestoredCopy } from './sanitize-copy.ts';
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
  if (resolve(backup) === target)
    throw new OperatorError('input_invalid', 'the backup and the database must be different files');
  const inspection = await checkBackup(backup, now);
  const taken = ['', ...extraSuffixes].some((suffix) => existsSync(target + suffix));
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
    const stamp = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
    const aside = taken ? freeName(`${target}.replaced-${stamp}`) : undefined;
    if (aside !== undefined) renameReplaced(target, aside);
    partial.putInPlace(taken);
    // What the backup contains, the new path of the replaced database, and what was ended again as in that one, if it could be read.
    return { inspection, aside, endedAgain, unread: replaced?.unread ?? [] };
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

/** What has ended in a database, which may be damaged; `undefined` when nothing can be read. */
async function readReplacedState(sqlite: Sqlite): Promise<ReplacedState | undefined> {
  const database = new Kysely<Schema>({ dialect: new SharedSqliteDialect(sqlite) });
  const unread: string[] = [];
  const read = <Row>(table: string, query: { execute(): Promise<Row[]> }): Promise<Row[]> =>
    query.execute().catch(() => {
      unread.push(table);
      return [];
    });
  const revoked = database.selectFrom('api_keys').where('revoked_at', 'is not', null);
  const columns = ['account_id as accountId', 'id', 'revoked_at as revokedAt'] as const;
  const keys = await read('api_keys', revoked.select(columns));
  const accounts = await read('accounts', database.selectFrom('accounts').select(['id', 'disabled_at']));
  // Only the audit log remembers the keys of accounts that were deleted, and keys that were swept.
  const events = database.selectFrom('audit_events').select(['account_id as accountId', 'at as revokedAt']);
  const ended = await read(
    'audit_events',
    events
      .select(sql<string | null>`detail ->> 'keyId'`.as('id'))
      .where('event', 'in', ['account_deleted', 'api_key_revoked']),
  );
  const stored = database.selectFrom('recovery_codes').select('code_hash as stored');
  const codes = await read('recovery_codes', stored.where('used_at', 'is', null));
  if (unread.length === 4) return undefined;
  const disabled = accounts.flatMap((account) => (account.disabled_at === null ? [] : account.id));
  const deleted = ended.flatMap(({ accountId, id }) => (id === null && accountId !== null ? accountId : []));
  return {
    revokedKeys: [...keys, ...ended].flatMap(({ accountId, id, revokedAt }) =>
      accountId === null || id === null || revokedAt === null ? [] : { accountId, id, revokedAt },
    ),
    endedAccounts: [...disabled, ...deleted],
    // Which codes of a deleted account were used is not known.
    accounts: [...accounts.map(({ id }) => id), ...deleted],
    unusedCodes: new Set(codes.map(({ stored }) => stored)),
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
