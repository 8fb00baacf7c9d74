import { Sqlite } from '../../server/store/sqlite/sqlite.ts';

/** A random hash, which matches no credential. */
export const randomHash = 'lower(hex(randomblob(32)))';

/** A table `numbers` with `n` from 1 to `count`, for a statement that inserts that many rows. */
export function numbers(count: number): string {
  return `with recursive numbers (n) as (
    select 1 where ${count} > 0 union all select n + 1 from numbers where n < ${count})`;
}

/** Inserts a key per row of the table that follows `from`. `owner` and `revokedAt` are SQL expressions. */
export function insertKeys(owner: string, revokedAt: string): string {
  return `insert into api_keys (id, account_id, key_hash, key_prefix, created_at, revoked_at)
    select 'key_' || substr(hex(randomblob(11)), 1, 22), ${owner}, ${randomHash}, 'aak_00000000', ${Date.now()} - n, ${revokedAt}`;
}

/** Adds that many revoked keys to every account of a database. */
export function fillRevoked(database: string, count: number): void {
  const sqlite = new Sqlite(database);
  sqlite.exec(`${numbers(count)} ${insertKeys('accounts.id', String(Date.now()))} from numbers, accounts`);
  sqlite.close();
}
