import Libsql from 'libsql';
import { onTestFinished } from 'vitest';

/** What SQLite reports of a disk or a file that does not do what it should. */
export const faults = {
  'disk full': 'SQLITE_FULL',
  'I/O error': 'SQLITE_IOERR_WRITE',
  'file made read-only': 'SQLITE_READONLY',
  'file that cannot be opened': 'SQLITE_CANTOPEN',
  'table locked': 'SQLITE_LOCKED',
  /** As long as a fault lasts for less than the store's patience, nobody hears of it. */
  'file busy for a moment': 'SQLITE_BUSY',
} as const;

export type Fault = keyof typeof faults;

export interface Faults {
  /** From now on, the statement that runs as the `nth` (from 1) fails, and no other. */
  failAt(nth: number, fault: Fault, options?: { readonly rolledBack?: boolean }): void;
  /** From now on everything fails, until `mend`. */
  failAlways(fault: Fault): void;
  mend(): void;
  /** How many statements ran since `failAt`, `failAlways` or `mend`. */
  ran(): number;
}

type Run = (this: unknown, ...parameters: unknown[]) => unknown;

/**
 * Stands between the store and SQLite for as long as a test runs, in every connection of this process. A statement that
 * fails has done nothing; with `rolledBack` SQLite has ended its transaction too, as it may on these faults
 * (sqlite.org/lang_transaction.html, 3).
 */
export function plantFaults(): Faults {
  let ran = 0;
  let decide = (_nth: number): Fault | undefined => undefined;
  let rollsBack = false;
  const reset = (decision: typeof decide, rolledBack = false) => {
    ran = 0;
    decide = decision;
    rollsBack = rolledBack;
  };

  // Whatever they take, it is handed on as it is.
  const exec = Libsql.prototype.exec as Run;
  const spoil = (original: Run, connectionOf: (self: unknown) => unknown): Run =>
    function (this: unknown, ...parameters) {
      ran += 1;
      const fault = decide(ran);
      if (fault === undefined) return original.apply(this, parameters);
      if (rollsBack) tryRollback(() => exec.call(connectionOf(this), 'rollback'));
      throw Object.assign(new Libsql.SqliteError(fault, faults[fault], 0));
    };

  const connections = new WeakMap<object, unknown>();
  const prepare = Libsql.prototype.prepare as Run;
  replace(
    Libsql.prototype,
    'exec',
    spoil(exec, (self) => self),
  );
  replace(Libsql.prototype, 'prepare', function (this: unknown, ...parameters) {
    const statement = prepare.apply(this, parameters);
    if (typeof statement === 'object' && statement !== null) connections.set(statement, this);
    return statement;
  });
  const statement = Object.getPrototypeOf(new Libsql(':memory:').prepare('select 1'));
  for (const method of ['run', 'all', 'get'])
    replace(
      statement,
      method,
      spoil(statement[method], (self) => connections.get(Object(self))),
    );

  return {
    failAt: (wanted, fault, { rolledBack } = {}) =>
      reset((nth) => (nth === wanted ? fault : undefined), rolledBack),
    failAlways: (fault) => reset(() => fault),
    mend: () => reset(() => undefined),
    ran: () => ran,
  };
}

function tryRollback(rollback: () => void): void {
  try {
    rollback();
  } catch {
    // There was no transaction to end.
  }
}

function replace(owner: Record<string, unknown> | object, name: string, replacement: Run): void {
  const original: unknown = Reflect.get(owner, name);
  Reflect.set(owner, name, replacement);
  onTestFinished(() => {
    Reflect.set(owner, name, original);
  });
}
