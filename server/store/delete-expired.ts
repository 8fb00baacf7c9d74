import type { Database } from './database.ts';

/** Few enough that other changes do not wait long for them. */
const rowsAtOnce = 500;

const statements = [
  `delete from access_tokens where token_hash in (
     select token_hash from access_tokens where expires_at <= ? limit ?)`,
  `delete from idempotency where request_hash in (
     select request_hash from idempotency where expires_at <= ? limit ?)`,
];

/** Deletes tokens and stored responses that have expired. */
export async function deleteExpired(database: Database, now: number): Promise<void> {
  for (const statement of statements) {
    let deleted = rowsAtOnce;
    while (deleted === rowsAtOnce)
      deleted = await database.transaction((on) => on.run(statement, now, rowsAtOnce));
  }
}
