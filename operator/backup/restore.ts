import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { OperatorError } from '../../server/operator-error.ts';
import { makePartial, putInPlace } from './backup.ts';
import { copyDatabase } from './copy.ts';
import { type Inspection, inspectDatabase } from './inspect.ts';
import { makeSafe } from './make-safe.ts';
import { closeOff, isTaken, keepAside, readRevocations } from './replaced.ts';

export interface RestoreOptions {
  readonly backup: string;
  readonly database: string;
  /** Replace the database there is, which is kept under another name. */
  readonly force: boolean;
  readonly now: number;
}

export interface Restoration {
  /** Of the backup, before anything was changed in the copy. */
  readonly inspection: Inspection;
  /** Where the database that was replaced is now. */
  readonly aside: string | undefined;
  /** How many keys of the backup the replaced database knew to be revoked; `undefined` when there was none to ask. */
  readonly revokedAgain: number | undefined;
}

/** What is in a backup, if it can be restored. @throws OperatorError, StoreError */
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
      `${backup} was written by a newer release (it has ${inspection.schema}): use that release or a newer one`,
    );
  return inspection;
}

/** Puts a backup in the place of a database that nobody has open. @throws OperatorError, StoreError */
export async function restore({ backup, database, force, now }: RestoreOptions): Promise<Restoration> {
  const target = resolve(database);
  if (resolve(backup) === target)
    throw new OperatorError('input_invalid', 'the backup and the database must be two files');
  const inspection = await checkBackup(backup, now);
  const taken = isTaken(target);
  if (taken && !force)
    throw new OperatorError(
      'file_exists',
      `there is something at ${database} already: --force replaces it, and keeps it under another name`,
    );

  if (!existsSync(dirname(target))) mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  const partial = makePartial(target);
  try {
    const revocations = closeOff(target) ? await readRevocations(target) : undefined;
    await copyDatabase(backup, partial.path);
    const revoked = await makeSafe(partial.path, revocations ?? [], now);
    const aside = taken ? `${target}.replaced-${toStamp(now)}` : undefined;
    if (aside !== undefined) keepAside(target, aside);
    putInPlace(partial, taken, database);
    return { inspection, aside, revokedAgain: revocations === undefined ? undefined : revoked };
  } finally {
    partial.discard();
  }
}

function toStamp(now: number): string {
  return new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
}
