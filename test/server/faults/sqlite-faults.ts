import { onTestFinished } from 'vitest';
import { Sqlite } from '../../../server/store/sqlite/sqlite.ts';

/** What SQLite reports of a disk or a file that does not do what it should. */
const codes = {
  'disk full': 'SQLITE_FULL',
  'I/O error': 'SQLITE_IOERR',
  'damaged file': 'SQLITE_CORRUPT',
  'file made read-only': 'SQLITE_READONLY',
  'file that cannot be opened': 'SQLITE_CANTOPEN',
  'table locked': 'SQLITE_LOCKED',
  /** As long as a fault lasts for less than the store's patience, nobody hears of it. */
  'file busy for a moment': 'SQLITE_BUSY',
};

export const sqliteFaults = Object.keys(codes);

type Run = (this: unknown, ...parameters: unknown[]) => unknown;

/** What stands between the store and its database for as long as a test runs, in every connection of this process. */
export interface Planted {
  /**
   * From now on, the statement that runs as the `nth` (from 1) fails, and no other. It has done nothing. `oddly`: SQLite has
   * ended its transaction too, as it may then (sqlite.org/lang_transaction.html, 3); in PostgreSQL it cannot be rolled back.
   */
  failAt(nth: number, fault: string, options?: { readonly oddly?: boolean }): void;
  /** From now on everything fails, until `restore`. */
  failAlways(fault: string): void;
  restore(): void;
  /** How many statements ran since `failAt`, `failAlways` or `restore`. */
  ran(): number;
}

export function plantSqliteFaults(): Planted {
  let ran = 0;
  let decide = (_nth: number): string | undefined => undefined;
  let rollsBack = false;
  const reset = (decision: typeof decide, oddly = false) => {
    ran = 0;
    decide = decision;
    rollsBack = oddly;
  };

  // Whatever they take, it is handed on as it is.
  const exec = Sqlite.prototype.exec as Run;
  const withFaults = (original: Run, connectionOf: (self: unknown) => unknown): Run =>
    function (this: unknown, ...parameters) {
      ran += 1;
      const fault = decide(ran);
      if (fault === undefined) return original.apply(this, parameters);
      if (rollsBack) tryRollback(() => exec.call(connectionOf(this), 'rollback'));
      throw Object.assign(new Error(fault), { code: Reflect.get(codes, fault) });
    };

  const connections = new WeakMap<object, unknown>();
  const prepare = Sqlite.prototype.prepare as Run;
  replace(
    Sqlite.prototype,
    'exec',
    withFaults(exec, (self) => self),
  );
  replace(Sqlite.prototype, 'prepare', function (this: unknown, ...parameters) {
    const statement = prepare.apply(this, parameters);
    if (typeof statement === 'object' && statement !== null) connections.set(statement, this);
    return statement;
  });
  const statement = Object.getPrototypeOf(new Sqlite(':memory:').prepare('select 1'));
  const connectionOf = (self: unknown) => connections.get(Object(self));
  for (const method of ['run', 'all', 'get'])
    replace(statement, method, withFaults(statement[method], connectionOf));

  return {
    failAt: (wanted, fault, { oddly } = {}) =>
      reset((nth) => (nth === wanted ? fault : undefined), oddly),
    failAlways: (fault) => reset(() => fault),
    restore: () => reset(() => undefined),
    ran: () => ran,
  };
}

/** SQLite fails to execute statements with this text until the returned function is called, or the test ends. */
export function failExec(text: string, code: string): () => void {
  return beforeExec((statement) => {
    if (statement.includes(text)) throw Object.assign(new Error('planted'), { code });
  });
}

/** Hands each statement that SQLite is to execute to `watch` first, until the returned function is called, or the test ends. */
export function beforeExec(watch: (statement: string) => void): () => void {
  const exec = Sqlite.prototype.exec as Run;
  return replace(Sqlite.prototype, 'exec', function (this: unknown, statement) {
    watch(String(statement));
    return exec.call(this, statement);
  });
}

function tryRollback(rollback: () => void): void {
  try {
    rollback();
  } catch {
    // There was no transaction to end.
  }
}

function replace(
  owner: Record<string, unknown> | object,
  name: string,
  replacement: Run,
): () => void {
  const original: unknown = Reflect.get(owner, name);
  Reflect.set(owner, name, replacement);
  const restore = () => void Reflect.set(owner, name, original);
  onTestFinished(restore);
  return restore;
}
