import type { Kysely } from 'kysely';

/** Renames tables and columns. The audit log keeps the words that it was written in, as its hashes include them. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('brakes').renameTo('rate_limits').execute();
  await schema.alterTable('rate_limits').renameColumn('brake', 'action').execute();
  await schema.dropIndex('brakes_by_end').execute();
  await schema.createIndex('rate_limits_by_end').on('rate_limits').columns(['forget_at']).execute();

  await schema.alterTable('sealing_keys').renameTo('encryption_keys').execute();
}
