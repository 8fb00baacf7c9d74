import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { OperatorError } from '../../server/operator-error.ts';
import { codeOf, giveToOwnerOf, removeLeftovers } from '../../server/security/private-file.ts';
import { recordEvent } from '../../server/store/audit/record-event.ts';
import { sql } from '../../server/store/kysely.ts';
import { whileReading } from '../../server/store/sqlite/connect.ts';
import { openSqlite } from '../../server/store/sqlite/open-sqlite.ts';
import type { Sqlite } from '../../server/store/sqlite/sqlite.ts';
import { inspectDatabase, readSchemaAge } from './inspect.ts';
import { extraSuffixes, takeExclusive } from './take-exclusive.ts';

export interface BackupOptions {
  readonly database: string;
  readonly file: string;
  readonly force: boolean;
  readonly now: number;
}

/** The copy gets its name only after it was checked. @throws OperatorError, StoreError */
export async function backUp({ database, file, force, now }: BackupOptions) {
  const target = fs.existsSync(file) ? fs.realpathSync(file) : resolve(file);
  if (fs.existsSync(target)) {
    if (!force) throw taken(file);
    // Not the secrets of the database, nor its write-ahead log.
    if (!isDatabase(target))
      throw new OperatorError(
        'input_invalid',
        `${file} is no backup: --force replaces only earlier ones`,
      );
    if (target === fs.realpathSync(database))
      throw new OperatorError('input_invalid', 'the backup file must not be the database itself');
  }
  const { schema, age } = await readSchemaAge(database);
  if (schema === undefined)
    throw new OperatorError('backup_failed', `${database} is not a database of this service`);
  const partial = makePartial(target);
  let held: Sqlite | undefined;
  try {
    held = takeExclusive(target);
    for (const left of extraSuffixes.map((suffix) => target + suffix).filter(fs.existsSync))
      throw new OperatorError(
        'file_exists',
        `SQLite would read ${left} as a part of the backup: remove it`,
      );
    // The audit log records it. A database with the schema of another release is not changed.
    const recorded = age === 'current';
    if (recorded) await recordBackup(database, now);
    await copyDatabase(database, partial.path).catch((cause) => {
      throw new OperatorError('backup_failed', `cannot write ${file}: ${reasonOf(cause)}`, {
        cause,
      });
    });
    const inspection = await inspectDatabase(partial.path, now);
    const [problem] = inspection.problems;
    if (problem !== undefined)
      throw new OperatorError(
        'backup_failed',
        `the database is damaged, so no backup was written: ${problem}`,
      );
    partial.putInPlace(force);
    return { ...inspection, recorded };
  } finally {
    partial.discard();
    held?.close();
  }
}

/** Whether a file begins as https://www.sqlite.org/fileformat.html#the_database_header says. */
function isDatabase(path: string): boolean {
  const header = Buffer.alloc(16);
  const file = fs.openSync(path, 'r');
  try {
    // Only a file can be read.
    if (fs.fstatSync(file).isFile()) fs.readSync(file, header);
  } finally {
    fs.closeSync(file);
  }
  return header.toString('latin1') === 'SQLite format 3\0';
}

function taken(file: string): OperatorError {
  return new OperatorError('file_exists', `${file} already exists: use --force to replace it`);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** If this process is killed, no half file has the name of `file`. @throws OperatorError */
export function makePartial(file: string) {
  const target = resolve(file);
  if (extraSuffixes.some((suffix) => target.endsWith(suffix)))
    throw new OperatorError(
      'input_invalid',
      `SQLite would read ${file} as a part of another database`,
    );
  if (fs.lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new OperatorError('input_invalid', `${file} is a link to a file that does not exist`);
  const path = join(dirname(target), `.${basename(target)}.${randomUUID()}.partial`);
  try {
    removeLeftovers(dirname(target), isAbandoned);
    const file = fs.openSync(path, 'wx', 0o600);
    giveToOwnerOf(target, file);
    fs.closeSync(file);
  } catch (cause) {
    throw new OperatorError('backup_failed', `cannot write ${file}: ${reasonOf(cause)}`, { cause });
  }
  return {
    path,
    /** Flushes the file to the disk and gives it its name. `replace` allows an existing file. */
    putInPlace(replace: boolean): void {
      let problem = `cannot write ${file}`;
      try {
        sync(path, 'r+');
        if (replace) fs.renameSync(path, target);
        else linkTo(path, target, file);
        problem = `${file} is complete and in place, but a power cut could undo that`;
        sync(dirname(target), 'r');
      } catch (cause) {
        if (cause instanceof OperatorError) throw cause;
        throw new OperatorError('backup_failed', `${problem}: ${reasonOf(cause)}`, { cause });
      }
    },
    /** Deletes the temporary file, unless it is in place. */
    discard(): void {
      for (const suffix of ['', '-journal', '-wal', '-shm'])
        fs.rmSync(path + suffix, { force: true });
    },
  };
}

// A link fails when the target exists by now; a rename would overwrite it.
function linkTo(path: string, target: string, file: string): void {
  try {
    fs.linkSync(path, target);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw taken(file);
    // The file system has no links.
    fs.renameSync(path, target);
    return;
  }
  fs.unlinkSync(path);
}

// No process sees whether one in another container was killed. A running one writes at least once a day.
const abandonedMs = 24 * 3_600_000;

// Those of any backup: its name may have had a date.
const partialName = /^\..+\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\.partial(-\w+)?$/;
const isAbandoned = (name: string, path: string) =>
  partialName.test(name) && Date.now() - fs.statSync(path).mtimeMs > abandonedMs;

function sync(path: string, flags: string): void {
  const file = fs.openSync(path, flags);
  try {
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
}

/** Everything that is committed at this moment. Other processes can read and write meanwhile. */
export async function copyDatabase(source: string, emptyFile: string): Promise<void> {
  await whileReading(source, async (database) => {
    // The finished file is flushed once, before it gets its name.
    await sql`pragma synchronous = off`.execute(database);
    await sql`vacuum into ${emptyFile}`.execute(database);
  });
}

/** Records the backup in the audit log. Call it before the copy is made, so that each copy contains its own event. */
async function recordBackup(path: string, now: number): Promise<void> {
  const engine = await openSqlite(path);
  try {
    await engine.write((transaction) =>
      recordEvent(transaction, undefined, { event: 'backup_begun' }, now, { actor: 'operator' }),
    );
  } finally {
    await engine.close();
  }
}
