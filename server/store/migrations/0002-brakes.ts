import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;

  await schema
    .createTable('brakes')
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('brake', 'text', (column) => column.notNull())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .addColumn('forget_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('brakes_primary', ['subject', 'brake'])
    .execute();
  await schema.createIndex('brakes_by_end').on('brakes').columns(['forget_at']).execute();
}
