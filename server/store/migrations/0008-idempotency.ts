import type { Kysely } from 'kysely';

/** Remembers generated keys by the `Idempotency-Key` of their requests, so that a repeated request gets the same key. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('idempotency_records')
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('value_hash', 'text', (column) => column.notNull())
    .addColumn('seed', 'text', (column) => column.notNull())
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotency_records_primary', ['account_id', 'value_hash'])
    .execute();
  // For the sweep.
  await schema
    .createIndex('idempotency_records_by_end')
    .on('idempotency_records')
    .columns(['expires_at'])
    .execute();
}
