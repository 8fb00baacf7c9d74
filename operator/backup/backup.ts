import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { OperatorError } from '../../server/operator-error.ts';
import { codeOf } from '../../server/security/error-code.ts';
import { copyDatabase, recordBackup } from './copy.ts';
import { type Inspection, inspectDatabase, readSchemaAge } from './inspect.ts';
import { createPartialFile } from './partial-file.ts';

export interface BackupOptions {
  readonly database: string;
  readonly file: string;
  /** Whether to replace an existing file. */
  readonly force: boolean;
  readonly now: number;
}

export interface Backup extends Inspection {
  /** Whether the audit log records the backup. A database with the schema of another release is not changed. */
  readonly recorded: boolean;
}

/**
 * Copies a database while a service may use it. The copy gets its name only after it was checked.
 *
 * @throws OperatorError, StoreError
 */
export async function backUp({ database, file, force, now }: BackupOptions): Promise<Backup> {
  const target = resolve(file);
  if (existsSync(target)) {
    if (!force) throw taken(file);
    if (realpathSync(target) === realpathSync(database))
      throw new OperatorError('input_invalid', 'the backup file must not be the database itself');
  }
  const { schema, age } = await readSchemaAge(database);
  if (schema === undefined)
    throw new OperatorError('backup_failed', `${database} is not a database of this service`);
  const recorded = age === 'current';
  if (recorded) await recordBackup(database, now);

  const partial = makePartial(target);
  try {
    await copyDatabase(database, partial.path).catch((cause) => {
      throw new OperatorError('backup_failed', `cannot write ${file}: ${reasonOf(cause)}`, { cause });
    });
    const inspection = await inspectDatabase(partial.path, now);
    const [problem] = inspection.problems;
    if (problem !== undefined)
      throw new OperatorError(
        'backup_failed',
        `the database is damaged, so no backup was written: ${problem}`,
      );
    putInPlace(partial, force, file);
    return { ...inspection, recorded };
  } finally {
    partial.discard();
  }
}

export function makePartial(target: string) {
  try {
    return createPartialFile(target);
  } catch (cause) {
    throw new OperatorError('backup_failed', `cannot write ${target}: ${reasonOf(cause)}`, { cause });
  }
}

export function putInPlace(
  partial: ReturnType<typeof createPartialFile>,
  force: boolean,
  file: string,
): void {
  try {
    partial.putInPlace(force);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw taken(file);
    throw error;
  }
}

function taken(file: string): OperatorError {
  return new OperatorError('file_exists', `${file} already exists: use --force to replace it`);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
