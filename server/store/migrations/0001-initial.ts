import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { chainCount, noHash } from '../audit/record-event.ts';
import { postgresTriggers, sqliteTriggers } from './triggers.ts';

// `bigint` is what PostgreSQL needs to hold milliseconds; to SQLite it is an integer like any other.
// A migration sees the schema of its own day, never today's types.
export async function up(database: Kysely<unknown>): Promise<void> {
  await createAccounts(database);
  await createCredentials(database);
  await createCounts(database);
  await createAudit(database);
  const isPostgres = database.getExecutor().adapter instanceof PostgresAdapter;
  for (const statement of isPostgres ? postgresTriggers : sqliteTriggers)
    await sql.raw(statement).execute(database);
}

async function createAccounts({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('accounts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('identity', 'text', (column) => column.notNull())
    .addColumn('identity_key', 'text', (column) => column.notNull().unique())
    .addColumn('nickname', 'text', (column) => column.notNull())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('password_cost', 'text')
    .addColumn('short_password', 'bigint')
    .addColumn('totp_secret', 'text')
    .addColumn('totp_last_step', 'bigint')
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('disabled_at', 'bigint')
    .addColumn('unrevoked_keys', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await schema.createIndex('accounts_by_password_cost').on('accounts').column('password_cost').execute();
  await schema
    .createTable('password_costs')
    .addColumn('cost', 'text', (column) => column.primaryKey())
    .addColumn('accounts', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createTable('recovery_codes')
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addColumn('used_at', 'bigint')
    .addPrimaryKeyConstraint('recovery_codes_primary', ['account_id', 'code_hash'])
    .execute();
  await schema
    .createTable('encryption_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('check_value', 'text', (column) => column.notNull())
    .addColumn('added_at', 'bigint', (column) => column.notNull())
    .execute();
}

async function createCredentials(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .createTable('access_tokens')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('access_tokens_by_account')
    .on('access_tokens')
    .columns(['account_id', 'created_at'])
    .execute();
  await schema.createIndex('access_tokens_by_end').on('access_tokens').column('expires_at').execute();

  await schema
    .createTable('api_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('key_hash', 'text', (column) => column.notNull().unique())
    .addColumn('key_prefix', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .execute();
  await schema
    .createIndex('api_keys_by_account')
    .on('api_keys')
    .columns(['account_id', 'created_at'])
    .execute();
  // The limit is of active keys: those that are counted, without the expired ones among them.
  await sql`create index api_keys_by_end on api_keys (account_id, expires_at)
    where revoked_at is null and expires_at is not null`.execute(database);

  await schema
    .createTable('idempotency_records')
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('value_hash', 'text', (column) => column.notNull())
    .addColumn('key_material', 'text')
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotency_records_primary', ['account_id', 'value_hash'])
    .execute();
  // For a trigger, and for the sweep.
  for (const [name, column] of [
    ['idempotency_records_by_key', 'key_id'],
    ['idempotency_records_by_end', 'expires_at'],
  ] as const)
    await schema.createIndex(name).on('idempotency_records').column(column).execute();
}

async function createCounts({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('rate_limits')
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .addColumn('forget_at', 'bigint', (column) => column.notNull())
    .addColumn('pending', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('pending_until', 'bigint', (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('rate_limits_primary', ['subject', 'action'])
    .execute();
  await schema
    .createTable('known_networks')
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('network', 'text', (column) => column.notNull())
    .addColumn('failures', 'bigint', (column) => column.notNull())
    .addColumn('forget_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('known_networks_primary', ['subject', 'network'])
    .execute();
  for (const table of ['rate_limits', 'known_networks'])
    await schema.createIndex(`${table}_by_end`).on(table).column('forget_at').execute();
}

async function createAudit(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .createTable('audit_chains')
    .addColumn('chain', 'integer', (column) => column.primaryKey())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('audit_events')
    .addColumn('chain', 'integer', (column) => column.notNull())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('format', 'integer', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    // No foreign key: what was done to an account is remembered after it is deleted.
    .addColumn('account_id', 'text')
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('trace_id', 'text')
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('detail', 'text')
    .addColumn('previous_hash', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('audit_events_primary', ['chain', 'sequence'])
    .execute();
  const heads = Array.from({ length: chainCount }, (_, chain) => ({ chain, sequence: 0, hash: noHash }));
  await database
    .withTables<{ audit_chains: { chain: number; sequence: number; hash: string } }>()
    .insertInto('audit_chains')
    .values(heads)
    .execute();
}
