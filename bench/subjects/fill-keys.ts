import Libsql from 'libsql';

/** The hash of a credential that nobody has. */
export const randomHash = 'lower(hex(randomblob(32)))';

/** The table `numbers` with `n` from 1, for a statement that inserts so many rows at once. */
export function numbers(count: number): string {
  return `with recursive numbers (n) as (
    select 1 where ${count} > 0 union all select n + 1 from numbers where n < ${count})`;
}

/** Inserts a key for each row of what it is to select from. `owner` and `revokedAt` are expressions. */
export function insertKeys(owner: string, revokedAt: string): string {
  return `insert into api_keys (id, account_id, key_hash, key_prefix, created_at, revoked_at)
    select 'key_' || substr(hex(randomblob(11)), 1, 22), ${owner}, ${randomHash}, 'aak_00000000', ${Date.now()} - n, ${revokedAt}`;
}

/** Gives every account of a database so many keys that it has revoked. */
export function fillRevoked(database: string, count: number): void {
  const sqlite = new Libsql(database);
  sqlite.exec(`${numbers(count)} ${insertKeys('accounts.id', String(Date.now()))} from numbers, accounts`);
  sqlite.close();
}
