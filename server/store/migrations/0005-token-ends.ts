import type { Kysely } from 'kysely';

/** For sweeping: which tokens have expired is asked every few minutes. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createIndex('access_tokens_by_end')
    .on('access_tokens')
    .columns(['expires_at'])
    .execute();
}
