import Libsql from 'libsql';
import { onTestFinished } from 'vitest';

export interface Quota {
  /** From now on no connection lets the file grow by more pages than that: SQLite itself says that the disk is full. */
  set(room: { readonly freePages: number }): void;
  lift(): void;
}

/** Learns of every connection that this process opens while a test runs. */
export function plantQuota(): Quota {
  const connections = new Set<Libsql.Database>();
  const prepare = Libsql.prototype.prepare;
  Libsql.prototype.prepare = function (this: Libsql.Database, source: string) {
    connections.add(this);
    return prepare.call(this, source);
    // The type of the rows is whatever the caller says that it is.
  } as typeof prepare;
  onTestFinished(() => {
    Libsql.prototype.prepare = prepare;
  });
  const limit = (pagesOf: (connection: Libsql.Database) => number) => {
    for (const connection of [...connections].filter(({ open }) => open))
      prepare.call(connection, `pragma max_page_count = ${pagesOf(connection)}`).all([]);
  };
  return {
    set: ({ freePages }) => limit((connection) => pageCount(connection) + freePages),
    lift: () => limit(() => 1_000_000),
  };

  function pageCount(connection: Libsql.Database): number {
    // The pragma has one row with one column of this name.
    const row = prepare.call(connection, 'pragma page_count').get([]) as { page_count: number };
    return row.page_count;
  }
}
