import type { Kysely } from 'kysely';

// Until now secrets were stored without a seal. The row `clear` says that some still may be: it goes when they are sealed,
// for which this migration has no key.
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;

  await schema
    .createTable('sealing_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('check_value', 'text', (column) => column.notNull())
    .addColumn('added_at', 'bigint', (column) => column.notNull())
    .execute();
  await database
    .withTables<{ sealing_keys: { id: string; check_value: string; added_at: number } }>()
    .insertInto('sealing_keys')
    .values({ id: 'clear', check_value: '', added_at: 0 })
    .execute();

  await schema.alterTable('accounts').addColumn('password_cost', 'text').execute();
  await schema.alterTable('accounts').addColumn('short_password', 'bigint').execute();
  await schema.createIndex('accounts_by_password_cost').on('accounts').columns(['password_cost']).execute();
}
