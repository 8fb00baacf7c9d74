import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { OperatorError } from '../../server/operator-error.ts';
import { makePartial, putInPlace } from './backup.ts';
import { copyDatabase } from './copy.ts';
import { type Inspection, inspectDatabase } from './inspect.ts';
import { isTaken, readReplacedState, renameReplaced, takeExclusive } from './replaced.ts';
import { type Reapplied, sanitizeRestoredCopy } from './sanitize-copy.ts';

export interface RestoreOptions {
  readonly backup: string;
  readonly database: string;
  /** Whether to replace an existing database, which then gets another name. */
  readonly force: boolean;
  readonly now: number;
}

export interface Restoration {
  /** What the backup contains, before anything was changed in the copy. */
  readonly inspection: Inspection;
  /** The new path of the replaced database. */
  readonly aside: string | undefined;
  /** What was ended again, as in the replaced database; `undefined` when it could not be read. */
  readonly endedAgain: Reapplied | undefined;
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
export async function restore({ backup, database, force, now }: RestoreOptions): Promise<Restoration> {
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
  const partial = makePartial(target);
  try {
    const replaced = takeExclusive(target) ? await readReplacedState(target) : undefined;
    await copyDatabase(backup, partial.path);
    const endedAgain = await sanitizeRestoredCopy(partial.path, replaced, now);
    const aside = taken ? `${target}.replaced-${toStamp(now)}` : undefined;
    if (aside !== undefined) renameReplaced(target, aside);
    putInPlace(partial, taken, database);
    return { inspection, aside, endedAgain };
  } finally {
    partial.discard();
  }
}

function toStamp(now: number): string {
  return new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
}
