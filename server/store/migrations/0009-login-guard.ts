import type { Kysely } from 'kysely';

/**
 * Makes room for logins that are being verified, and for the networks that an account is used from. The counts until now are
 * dropped, because their subjects are hashes without a key.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await database.withTables<{ rate_limits: object }>().deleteFrom('rate_limits').execute();
  for (const name of ['pending', 'pending_until'])
    await schema
      .alterTable('rate_limits')
      .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();

  await schema
    .createTable('known_networks')
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('network', 'text', (column) => column.notNull())
    .addColumn('failures', 'bigint', (column) => column.notNull())
    .addColumn('forget_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('known_networks_primary', ['subject', 'network'])
    .execute();
  await schema.createIndex('known_networks_by_end').on('known_networks').columns(['forget_at']).execute();
}
