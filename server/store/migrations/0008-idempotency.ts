import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * Remembers generated keys by the `Idempotency-Key` of their requests, so that a repeated request gets the same key. When a key
 * is revoked, a trigger forgets its seed: an account has no more seeds than active keys, and an encryption key can be rotated
 * quickly.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .createTable('idempotency_records')
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('value_hash', 'text', (column) => column.notNull())
    .addColumn('seed', 'text')
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotency_records_primary', ['account_id', 'value_hash'])
    .execute();
  // For the trigger, and for the sweep.
  for (const [name, column] of [
    ['idempotency_records_by_key', 'key_id'],
    ['idempotency_records_by_end', 'expires_at'],
  ] as const)
    await schema.createIndex(name).on('idempotency_records').columns([column]).execute();

  const isPostgres = database.getExecutor().adapter instanceof PostgresAdapter;
  for (const statement of isPostgres ? postgresTriggers : sqliteTriggers)
    await sql.raw(statement).execute(database);
}

const forget = 'update idempotency_records set seed = null where key_id = new.id';

const sqliteTriggers = [
  `create trigger idempotency_seeds_forgotten after update of revoked_at on api_keys
     when old.revoked_at is null and new.revoked_at is not null begin ${forget}; end`,
];

const postgresTriggers = [
  `create function forget_idempotency_seed() returns trigger language plpgsql as
     $$ begin ${forget}; return null; end $$`,
  `create trigger idempotency_seeds_forgotten after update of revoked_at on api_keys
     for each row when (old.revoked_at is null and new.revoked_at is not null)
     execute function forget_idempotency_seed()`,
];
