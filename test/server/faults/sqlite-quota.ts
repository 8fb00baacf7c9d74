import { onTestFinished } from 'vitest';
import { Sqlite } from '../../../server/store/sqlite/sqlite.ts';

export interface Quota {
  /** From now on no connection lets the file grow by more pages than that: SQLite itself says that the disk is full. */
  set(room: { readonly freePages: number }): void;
  lift(): void;
}

/** Learns of every connection that this process opens while a test runs. */
export function plantQuota(): Quota {
  const connections = new Set<Sqlite>();
  const prepare = Sqlite.prototype.prepare;
  Sqlite.prototype.prepare = function (this: Sqlite, source: string) {
    connections.add(this);
    return prepare.call(this, source);
  };
  const close = Sqlite.prototype.close;
  Sqlite.prototype.close = function (this: Sqlite) {
    connections.delete(this);
    close.call(this);
  };
  onTestFinished(() => {
    Object.assign(Sqlite.prototype, { prepare, close });
  });
  const limit = (pagesOf: (connection: Sqlite) => number) => {
    for (const connection of connections)
      prepare.call(connection, `pragma max_page_count = ${pagesOf(connection)}`).all([]);
  };
  return {
    set: ({ freePages }) => limit((connection) => pageCount(connection) + freePages),
    lift: () => limit(() => 1_000_000),
  };

  function pageCount(connection: Sqlite): number {
    // The pragma has one row with one column of this name.
    const [row] = prepare.call(connection, 'pragma page_count').all() as [{ page_count: number }];
    return row.page_count;
  }
}
