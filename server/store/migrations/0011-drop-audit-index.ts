import type { Kysely } from 'kysely';

/** Every change paid for this index. Only the last events of one account were read by it, and they are in one chain. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.dropIndex('audit_events_by_account').execute();
}
