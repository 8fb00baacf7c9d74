import pg from 'pg';
import { onTestFinished } from 'vitest';
import { isPostgresUrl } from '../../../server/store/postgres/url.ts';
import { Sqlite } from '../../../server/store/sqlite/sqlite.ts';

/** The rows of each table, in an order of their own. */
export type Rows = Readonly<Record<string, readonly string[]>>;

type Ask = (query: string) => Promise<object[]>;

/** Reads every row of a database, as any process would see it. Counts of rate limits and known networks are not included. */
export async function rowsOf(database: string): Promise<() => Promise<Rows>> {
  const query = await connect(database);
  const names = isPostgresUrl(database)
    ? `select tablename as name from pg_tables where schemaname = 'public'`
    : `select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`;
  const tables = (await query(names))
    // The query names one column.
    .map((row) => (row as { name: string }).name)
    .filter((name) => name !== 'rate_limits' && name !== 'known_networks');
  return async () => {
    const rows: Record<string, readonly string[]> = {};
    for (const name of tables)
      rows[name] = (await query(`select * from "${name}"`))
        .map((row) => JSON.stringify(row))
        .toSorted();
    return rows;
  };
}

/** How many rows of each table are not as they were before, where some are not. */
export function changes(before: Rows, after: Rows): Readonly<Record<string, number>> {
  const counts = Object.entries(after).map(([table, rows]): [string, number] => {
    const known = new Set(before[table]);
    return [table, rows.filter((row) => !known.has(row)).length];
  });
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

async function connect(database: string): Promise<Ask> {
  if (!isPostgresUrl(database)) {
    const connection = new Sqlite(database);
    onTestFinished(() => {
      connection.close();
    });
    // All queries here have rows.
    return async (query) => connection.prepare(query).all([]) as object[];
  }
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  onTestFinished(() => client.end());
  return async (query) => (await client.query(query)).rows;
}
