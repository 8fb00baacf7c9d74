import type { SelectQueryBuilder } from 'kysely';
import type { StoreTransaction } from '../../server/store/engine.ts';
import { sql } from '../../server/store/kysely.ts';
import type { Schema } from '../../server/store/schema.ts';
import type { Executor } from '../../server/store/statement.ts';

/** The tables to copy, with the columns that order their rows. Referenced tables come before those that refer to them. */
const tables = {
  accounts: ['id'],
  recovery_codes: ['account_id', 'code_hash'],
  access_tokens: ['token_hash'],
  api_keys: ['account_id', 'id'],
  idempotency_records: ['account_id', 'value_hash'],
  audit_events: ['chain', 'sequence'],
  rate_limits: ['subject', 'action'],
  known_networks: ['subject', 'network'],
  encryption_keys: ['id'],
} as const satisfies Partial<Record<keyof Schema, readonly string[]>>;

export type CopiedTable = keyof typeof tables;
export const copiedTables = Object.keys(tables) as readonly CopiedTable[];

/** Rows per statement, below the number of values that the engines accept. */
const page = 500;

export type Counts = Readonly<Record<CopiedTable, number>>;

/** Copies all rows in pages, and returns the number of rows of each table. */
export async function copyRows(from: StoreTransaction, to: StoreTransaction): Promise<Counts> {
  const counts = Object.fromEntries(copiedTables.map((table) => [table, 0])) as Record<
    CopiedTable,
    number
  >;
  for (const table of copiedTables) {
    for await (const rows of pagesOf(from, table)) {
      await to
        .insertInto(table)
        // Both databases have the schema of this release, so that the columns are the same.
        .values(rows.map(withoutCounted) as never)
        .execute();
      counts[table] += rows.length;
    }
  }
  await copyEnds(from, to);
  return counts;
}

export async function countRows(database: Executor): Promise<Counts> {
  const counts: [CopiedTable, number][] = [];
  for (const table of copiedTables) {
    const { rows } = await sql<{
      n: number | bigint | string;
    }>`select count(*) as n from ${sql.table(table)}`.execute(database);
    counts.push([table, Number(rows[0]?.n)]);
  }
  // The loop has counted every table.
  return Object.fromEntries(counts) as Counts;
}

async function* pagesOf(from: StoreTransaction, table: CopiedTable) {
  const columns: readonly string[] = tables[table];
  for (let last: Row | undefined; ; ) {
    // Kysely cannot infer the columns of a table that is chosen at run time.
    let query = from.selectFrom(table).selectAll() as unknown as SelectQueryBuilder<
      Anything,
      'rows',
      Row
    >;
    if (last !== undefined) {
      const reached = last;
      query = query.where(
        sql<boolean>`(${sql.join(columns.map((name) => sql.ref(name)))}) > (${sql.join(columns.map((name) => reached[name]))})`,
      );
    }
    for (const name of columns) query = query.orderBy(sql.ref(name));
    const rows = await query.limit(page).execute();
    if (rows.length > 0) yield rows;
    if (rows.length < page) return;
    last = rows.at(-1);
  }
}

type Row = Readonly<Record<string, unknown>>;
type Anything = Record<string, Record<string, unknown>>;

// Triggers of the target database count the keys as rows are inserted.
const withoutCounted = ({ unrevoked_keys: _counted, ...row }: Row): Row => row;

// The migrations made a row for each chain.
async function copyEnds(from: StoreTransaction, to: StoreTransaction): Promise<void> {
  for (const { chain, sequence, hash } of await from
    .selectFrom('audit_chains')
    .selectAll()
    .execute())
    await to
      .updateTable('audit_chains')
      .set({ sequence, hash })
      .where('chain', '=', chain)
      .execute();
}
