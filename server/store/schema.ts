import { OperatorError } from '../operator-error.ts';
import type { Database, Statements } from './database.ts';

/** Increases with each release whose tables are different. */
const layout = '1';

/** Writes a row, which shows whether the database can be read and written. SQLite would not write a value that is the same. */
export const checkStatement =
  "update meta set value = cast(cast(value as bigint) + 1 as text) where name = 'checks'";

/**
 * Creates the tables in an empty database.
 *
 * @param name of the database, for messages
 * @throws OperatorError when it has the tables of another release or program, or is empty and may not be changed
 */
export async function createSchema(
  database: Database,
  name: string,
  { mayCreate }: { readonly mayCreate: boolean },
): Promise<void> {
  if (await hasLayout(database, database.kind, name)) return;
  if (!mayCreate)
    throw new OperatorError(
      `there is no database at ${name}: start the service or add an account first`,
    );

  await database.transaction(async (on) => {
    // Others may start at the same time. An SQLite transaction is alone anyway.
    if (database.kind === 'postgres') await on.one('select pg_advisory_xact_lock(7271501)');
    if (await hasLayout(on, database.kind, name)) return;

    for (const statement of tables)
      await on.run(database.kind === 'postgres' ? toPostgres(statement) : statement);
    for (const statement of own[database.kind]) await on.run(statement);
    await on.run("insert into meta (name, value) values ('checks', '0'), ('layout', ?)", layout);
  });
}

/** Whether the tables are there. @throws OperatorError when they are not ours */
async function hasLayout(on: Statements, kind: Database['kind'], name: string): Promise<boolean> {
  const found = await on.all<{ name: string }>(listTables[kind]);
  const names = new Set(found.map((table) => table.name));
  if (!names.has('meta')) {
    // PostgreSQL may have tables of other programs beside ours, an SQLite file has none.
    if (kind === 'sqlite' ? names.size === 0 : !names.has('accounts')) return false;
    throw new OperatorError(
      `${name} has tables of another program, or of an earlier version: use a new database`,
    );
  }

  const row = await on.one<{ value: string }>("select value from meta where name = 'layout'");
  if (row?.value !== layout)
    throw new OperatorError(
      `${name} has the layout ${row?.value} of another version, and this one needs layout ${layout}: use the version that created it`,
    );
  return true;
}

const listTables = {
  sqlite: `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`,
  postgres: `select relname as name from pg_class where pg_table_is_visible(oid) and relkind = 'r'
    and relnamespace <> 'pg_catalog'::regnamespace`,
} as const;

// SQLite compares text by bytes. With "C" PostgreSQL does the same, and another locale cannot damage an index.
const toPostgres = (statement: string) =>
  statement
    .replaceAll(/ text\b/g, ' text collate "C"')
    .replace('integer primary key autoincrement', 'bigint generated always as identity primary key')
    .replace(' without rowid', '');

// `bigint` is what PostgreSQL needs for milliseconds; to SQLite it is an integer like any other.
const tables = [
  'create table if not exists meta (name text primary key, value text not null) without rowid',
  `create table if not exists accounts (
     id text primary key,
     identity text not null,
     identity_key text not null unique,
     nickname text not null,
     password_hash text not null,
     totp_secret text,
     totp_last_step bigint,
     revision bigint not null,
     created_at bigint not null,
     disabled_at bigint)`,
  `create table if not exists recovery_codes (
     account_id text not null references accounts (id) on delete cascade,
     code_hash text not null,
     used_at bigint,
     primary key (account_id, code_hash)) without rowid`,
  `create table if not exists access_tokens (
     token_hash text primary key,
     account_id text not null references accounts (id) on delete cascade,
     created_at bigint not null,
     expires_at bigint not null) without rowid`,
  'create index if not exists access_tokens_by_account on access_tokens (account_id, created_at)',
  'create index if not exists access_tokens_by_end on access_tokens (expires_at)',
  `create table if not exists api_keys (
     id text primary key,
     account_id text not null references accounts (id) on delete cascade,
     key_hash text not null unique,
     key_prefix text not null,
     description text not null,
     created_at bigint not null,
     revoked_at bigint)`,
  'create index if not exists api_keys_by_account on api_keys (account_id, revoked_at)',
  // Without a response: the key was revoked, or the tokens of that time were ended.
  `create table if not exists idempotency (
     request_hash text primary key,
     account_id text not null references accounts (id) on delete cascade,
     key_id text not null,
     description_hash text not null,
     response text,
     expires_at bigint not null) without rowid`,
  'create index if not exists idempotency_by_key on idempotency (account_id, key_id)',
  'create index if not exists idempotency_by_end on idempotency (expires_at)',
  // No foreign key of the account: what was done to it is remembered after it is deleted.
  `create table if not exists events (
     id integer primary key autoincrement,
     at bigint not null,
     account_id text,
     actor text not null,
     trace_id text,
     event text not null,
     detail text)`,
];

/** The log of events is append-only. Instances on one PostgreSQL share their rate limits. */
const own = {
  sqlite: [
    `create trigger if not exists events_never_updated before update on events
       begin select raise(abort, 'events is append-only'); end`,
    `create trigger if not exists events_never_deleted before delete on events
       begin select raise(abort, 'events is append-only'); end`,
    // `insert or replace` removes a row without asking the trigger for that.
    `create trigger if not exists events_never_replaced before insert on events
       when exists (select 1 from events where id = new.id)
       begin select raise(abort, 'events is append-only'); end`,
  ],
  postgres: [
    `create or replace function refuse_change_of_events() returns trigger language plpgsql as
       $$ begin raise exception 'events is append-only'; end $$`,
    `create or replace trigger events_append_only before update or delete or truncate on events
       for each statement execute function refuse_change_of_events()`,
    // As `rate-limiter-flexible` reads and writes it.
    `create table if not exists rate_limits (
       key varchar(255) primary key,
       points integer not null default 0,
       expire bigint)`,
  ],
} as const;
