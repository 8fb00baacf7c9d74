import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  openSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  DatabaseSync,
  type DatabaseSyncInstance,
  type StatementSyncInstance,
} from '@photostructure/sqlite';
import { OperatorError } from '../operator-error.ts';
import { codeOf, fileProblem, makeFolder } from '../security/private-file.ts';
import { type Database, OutageError, type Statements, type Value } from './database.ts';
import { checkStatement } from './schema.ts';
import { createGroups } from './sqlite-groups.ts';

/** How long a change waits for another process that writes. */
const lockTimeoutMs = 10_000;

/**
 * Opens or creates an SQLite file, which other processes may use at the same time.
 *
 * @throws OperatorError
 */
export async function openSqlite(path: string): Promise<Database> {
  createPrivateFile(path);
  const file = realpathSync(path);
  const connections: DatabaseSyncInstance[] = [];

  try {
    const writer = connect(file);
    connections.push(writer);
    // A committed change survives a power cut.
    for (const pragma of ['journal_mode = wal', 'synchronous = full', 'foreign_keys = on'])
      await whileBusy(() => writer.exec(`pragma ${pragma}`));
    // A long backup lets the log grow. It is cut to 64 MiB later.
    writer.exec('pragma journal_size_limit = 67108864');

    // A connection of its own, which does not see a change before it is on the disk.
    const reader = connect(file);
    connections.push(reader);
    await whileBusy(() => reader.exec('select count(*) from sqlite_schema'));

    const checkFiles = watchFiles(path, file);
    const groups = createGroups({
      on: statementsOn(writer),
      begin: () => whileBusy(() => writer.exec('begin immediate')),
      exec: (sql) => withOutages(() => writer.exec(sql)),
      isOpen: () => writer.isTransaction,
      beforeResult: checkFiles,
    });

    return {
      kind: 'sqlite',
      ...statementsOn(reader, checkFiles),
      run: (...statement) => groups.transaction((on) => on.run(...statement)),
      transaction: groups.transaction,
      check: async () => {
        await groups.transaction((on) => on.run(checkStatement));
      },
      backup: async (target) => backUp(reader, target),
      close: async () => {
        await groups.settled();
        for (const connection of connections.splice(0)) connection.close();
      },
    };
  } catch (cause) {
    for (const connection of connections) connection.close();
    if (cause instanceof OperatorError) throw cause;
    throw unusable(path, cause);
  }
}

function connect(file: string): DatabaseSyncInstance {
  // SQLite's own waiting blocks the event loop, so it is short.
  return new DatabaseSync(file, { timeout: 50 });
}

/** Statements on one connection, each prepared once. `before` runs before each, and may throw. */
function statementsOn(connection: DatabaseSyncInstance, before = () => {}): Statements {
  const prepared = new Map<string, StatementSyncInstance>();

  const prepare = (sql: string): StatementSyncInstance => {
    before();
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    // SQLite has no locks of rows, and needs none: only one transaction writes at a time.
    const statement = connection.prepare(sql.replace(/ for update$/, ''));
    prepared.set(sql, statement);
    return statement;
  };

  return {
    // The types of the rows are those of the query.
    all: async <Row>(sql: string, ...values: readonly Value[]) =>
      withOutages(() => prepare(sql).all(...values) as Row[]),
    one: async <Row>(sql: string, ...values: readonly Value[]) =>
      withOutages(() => prepare(sql).get(...values) as Row | undefined),
    run: async (sql, ...values) => withOutages(() => prepare(sql).run(...values).changes),
  };
}

/** Runs `work` again while another process has the lock. The event loop goes on in the pauses. */
async function whileBusy(work: () => void): Promise<void> {
  const deadline = performance.now() + lockTimeoutMs;
  for (;;) {
    try {
      work();
      return;
    } catch (error) {
      if (nameOf(error) !== 'SQLITE_BUSY' || performance.now() > deadline) throw toOutage(error);
      await sleep(2 + Math.random() * 10);
    }
  }
}

function withOutages<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw toOutage(error);
  }
}

/** Other errors are returned unchanged: they are bugs. */
function toOutage(error: unknown): unknown {
  const words = outages[nameOf(error) ?? ''];
  return words === undefined
    ? error
    : new OutageError(`the database cannot be used: ${words}`, { cause: error });
}

// https://www.sqlite.org/rescode.html
const outages: Readonly<Record<string, string>> = {
  SQLITE_BUSY: 'another process has locked it; try again later',
  SQLITE_LOCKED: 'another process has locked it; try again later',
  SQLITE_FULL: 'its disk is full',
  SQLITE_READONLY: 'it is read-only, or its file system is',
  SQLITE_CANTOPEN: 'its file, or its -wal or -shm file, cannot be opened',
  SQLITE_IOERR: 'its disk cannot be read or written',
  SQLITE_CORRUPT: 'its file is damaged; restore a backup',
  SQLITE_NOTADB: 'its file is not an SQLite database',
};

function nameOf(error: unknown): string | undefined {
  return error instanceof Error && 'sqliteCodeName' in error
    ? String(error.sqliteCodeName)
    : undefined;
}

/**
 * Returns a function that throws while the file, or the log beside it, is not the one that was opened: what is written to a file
 * without a name is lost when the process ends, and what is read from it may have been revoked. It runs before each result.
 */
function watchFiles(path: string, file: string): () => void {
  // A link may lead elsewhere now.
  const files = new Set([path, file, `${file}-wal`, `${file}-shm`]);
  const identify = () =>
    [...files]
      .map((name) => statSync(name, { bigint: true, throwIfNoEntry: false }))
      .map((found) => found && `${found.dev}:${found.ino}`)
      .join(' ');

  const opened = identify();
  return () => {
    if (identify() !== opened)
      throw new OutageError(
        `${path}, or its -wal or -shm file, was removed or replaced: restart the service`,
      );
  };
}

/**
 * Creates an empty file, which only its owner can read: SQLite would create one that every user can read. It never opens a file that
 * exists, because closing any descriptor of it would release the locks that SQLite has on it in this process (POSIX).
 */
function createPrivateFile(file: string): void {
  try {
    makeFolder(dirname(file));
    if (!existsSync(file)) closeSync(openSync(file, 'ax', 0o600));
    accessSync(file, constants.R_OK | constants.W_OK);
  } catch (cause) {
    // Another process may have created it meanwhile.
    if (codeOf(cause) !== 'EEXIST' || !existsSync(file)) throw unusable(file, cause);
  }
}

function unusable(file: string, cause: unknown): OperatorError {
  const name = nameOf(cause instanceof OutageError ? cause.cause : cause);
  const reason = outages[name ?? ''] ?? fileProblem(cause);
  return new OperatorError(`cannot open the database ${file}: ${reason}`, { cause });
}

/** Copies what is committed, as one transaction sees it. */
function backUp(connection: DatabaseSyncInstance, target: string): void {
  let descriptor: number;
  try {
    descriptor = openSync(target, 'ax', 0o600);
  } catch (cause) {
    const reason = codeOf(cause) === 'EEXIST' ? 'it exists already' : fileProblem(cause);
    throw new OperatorError(`cannot write the backup ${target}: ${reason}`, { cause });
  }

  try {
    // `vacuum into` accepts a file that exists if it is empty.
    withOutages(() => connection.prepare('vacuum into ?').run(target));
    fsyncSync(descriptor);
  } catch (cause) {
    rmSync(target, { force: true });
    throw cause;
  } finally {
    closeSync(descriptor);
  }
}
