import { chainCount, noHash } from '../audit/record-event.ts';
import { type Kysely, PostgresAdapter, sql } from '../kysely.ts';

// A migration sees the schema of its own day, never today's types.
export async function up(database: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(database);
  const isPostgres = database.getExecutor().adapter instanceof PostgresAdapter;
  for (const statement of tables) await run(isPostgres ? toPostgres(statement) : statement);
  for (const statement of isPostgres ? postgresTriggers : sqliteTriggers) await run(statement);
}

// SQLite compares text by bytes. With "C" PostgreSQL does the same in any locale, and upgrades of the system's locales cannot
// damage an index.
const toPostgres = (statement: string) =>
  statement.replaceAll(/ text\b/g, ' text collate "C"').replace(' without rowid', '');

const chains = Array.from({ length: chainCount }, (_, chain) => `(${chain}, 0, '${noHash}')`);

// `bigint` is what PostgreSQL needs to hold milliseconds; to SQLite it is an integer like any other.
const tables = [
  `create table accounts (
     id text primary key,
     identity text not null,
     identity_key text not null unique,
     nickname text not null,
     password_hash text not null,
     password_cost text,
     short_password bigint,
     totp_secret text,
     totp_last_step bigint,
     revision bigint not null,
     created_at bigint not null,
     disabled_at bigint,
     unrevoked_keys bigint not null default 0)`,
  'create index accounts_by_password_cost on accounts (password_cost)',
  'create table password_costs (cost text primary key, accounts bigint not null)',
  `create table recovery_codes (
     account_id text not null references accounts (id) on delete cascade,
     code_hash text not null,
     used_at bigint,
     primary key (account_id, code_hash))`,
  'create table encryption_keys (id text primary key, check_value text not null, added_at bigint not null)',
  `create table access_tokens (
     token_hash text primary key,
     account_id text not null references accounts (id) on delete cascade,
     created_at bigint not null,
     expires_at bigint not null) without rowid`,
  'create index access_tokens_by_account on access_tokens (account_id, created_at, expires_at)',
  'create index access_tokens_by_end on access_tokens (expires_at)',
  `create table api_keys (
     account_id text not null references accounts (id) on delete cascade,
     id text not null,
     key_hash text not null unique,
     key_prefix text not null,
     description text,
     created_at bigint not null,
     expires_at bigint,
     revoked_at bigint,
     primary key (account_id, id))`,
  // The limit is of active keys: those that are counted, without the expired ones among them.
  `create index api_keys_by_end on api_keys (account_id, expires_at)
     where revoked_at is null and expires_at is not null`,
  `create table idempotency_records (
     account_id text not null references accounts (id) on delete cascade,
     value_hash text not null,
     key_material text,
     key_id text not null,
     expires_at bigint not null,
     primary key (account_id, value_hash))`,
  // For a trigger.
  'create index idempotency_records_by_key on idempotency_records (key_id)',
  'create index idempotency_records_by_end on idempotency_records (expires_at)',
  `create table rate_limits (
     subject text not null,
     action text not null,
     count bigint not null,
     until bigint not null,
     forget_at bigint not null,
     pending bigint not null default 0,
     pending_until bigint not null default 0,
     primary key (subject, action))`,
  'create index rate_limits_by_end on rate_limits (forget_at)',
  `create table known_networks (
     subject text not null,
     network text not null,
     failures bigint not null,
     forget_at bigint not null,
     primary key (subject, network))`,
  'create index known_networks_by_end on known_networks (forget_at)',
  'create table audit_chains (chain integer primary key, sequence bigint not null, hash text not null)',
  // No foreign key of the account: what was done to it is remembered after it is deleted.
  `create table audit_events (
     chain integer not null,
     sequence bigint not null check (sequence > 0),
     format integer not null,
     at bigint not null,
     account_id text,
     actor text not null,
     trace_id text,
     event text not null,
     detail text,
     previous_hash text not null,
     hash text not null,
     primary key (chain, sequence))`,
  `insert into audit_chains (chain, sequence, hash) values ${chains.join(', ')}`,
];

const forgetKeyMaterial =
  'update idempotency_records set key_material = null where key_id = new.id';

/** What SQLite does by itself when rows change. */
const sqliteTriggers = [
  // The audit log is append-only.
  `create trigger audit_events_never_updated before update on audit_events
     begin select raise(abort, 'audit_events is append-only'); end`,
  `create trigger audit_events_never_deleted before delete on audit_events
     begin select raise(abort, 'audit_events is append-only'); end`,
  // `insert or replace` removes a row without asking the trigger for that.
  `create trigger audit_events_never_replaced before insert on audit_events
     when exists (select 1 from audit_events where chain = new.chain and sequence = new.sequence)
     begin select raise(abort, 'audit_events is append-only'); end`,
  `create trigger audit_chains_never_shortened before update on audit_chains
     when new.chain <> old.chain or new.sequence < old.sequence
     begin select raise(abort, 'audit_chains only ever grow'); end`,
  `create trigger audit_chains_never_deleted before delete on audit_chains
     begin select raise(abort, 'audit_chains only ever grow'); end`,
  // The database counts keys that are not revoked, and accounts of each cost of a password.
  `create trigger api_keys_counted_in after insert on api_keys when new.revoked_at is null
     begin update accounts set unrevoked_keys = unrevoked_keys + 1 where id = new.account_id; end`,
  `create trigger api_keys_counted_out after update of revoked_at on api_keys
     when old.revoked_at is null and new.revoked_at is not null
     begin update accounts set unrevoked_keys = unrevoked_keys - 1 where id = new.account_id; end`,
  `create trigger password_costs_counted_in after insert on accounts when new.password_cost is not null
     begin
       insert into password_costs (cost, accounts) values (new.password_cost, 1)
         on conflict (cost) do update set accounts = accounts + 1;
     end`,
  `create trigger password_costs_counted_anew after update of password_cost on accounts
     when new.password_cost is not old.password_cost
     begin
       update password_costs set accounts = accounts - 1 where cost = old.password_cost;
       insert into password_costs (cost, accounts) select new.password_cost, 1 where new.password_cost is not null
         on conflict (cost) do update set accounts = accounts + 1;
     end`,
  `create trigger password_costs_counted_out after delete on accounts when old.password_cost is not null
     begin update password_costs set accounts = accounts - 1 where cost = old.password_cost; end`,
  // An account has no more key material than active keys, so that encryption keys can be rotated quickly.
  `create trigger key_material_forgotten after update of revoked_at on api_keys
     when old.revoked_at is null and new.revoked_at is not null begin ${forgetKeyMaterial}; end`,
];

/** The same in PostgreSQL. */
const postgresTriggers = [
  // The audit log is append-only.
  `create function refuse_audit_change() returns trigger language plpgsql as
     $$ begin raise exception '% is append-only', tg_table_name; end $$`,
  `create trigger audit_events_append_only before update or delete or truncate on audit_events
     for each statement execute function refuse_audit_change()`,
  `create trigger audit_chains_never_shortened before update on audit_chains
     for each row when (new.chain <> old.chain or new.sequence < old.sequence)
     execute function refuse_audit_change()`,
  `create trigger audit_chains_never_deleted before delete or truncate on audit_chains
     for each statement execute function refuse_audit_change()`,
  // The database counts keys that are not revoked, and accounts of each cost of a password.
  `create function count_unrevoked_key() returns trigger language plpgsql as
     $$ begin
       update accounts set unrevoked_keys = unrevoked_keys + case when tg_op = 'INSERT' then 1 else -1 end
         where id = new.account_id;
       return null;
     end $$`,
  `create trigger api_keys_counted_in after insert on api_keys
     for each row when (new.revoked_at is null) execute function count_unrevoked_key()`,
  `create trigger api_keys_counted_out after update of revoked_at on api_keys
     for each row when (old.revoked_at is null and new.revoked_at is not null)
     execute function count_unrevoked_key()`,
  `create function count_password_cost() returns trigger language plpgsql as
     $$ begin
       if tg_op <> 'INSERT' then
         update password_costs set accounts = accounts - 1 where cost = old.password_cost;
       end if;
       if tg_op <> 'DELETE' then
         insert into password_costs (cost, accounts) select new.password_cost, 1 where new.password_cost is not null
           on conflict (cost) do update set accounts = password_costs.accounts + 1;
       end if;
       return null;
     end $$`,
  `create trigger password_costs_counted after insert or delete on accounts
     for each row execute function count_password_cost()`,
  `create trigger password_costs_counted_anew after update of password_cost on accounts
     for each row when (new.password_cost is distinct from old.password_cost)
     execute function count_password_cost()`,
  // An account has no more key material than active keys, so that encryption keys can be rotated quickly.
  `create function forget_key_material() returns trigger language plpgsql as
     $$ begin ${forgetKeyMaterial}; return null; end $$`,
  `create trigger key_material_forgotten after update of revoked_at on api_keys
     for each row when (old.revoked_at is null and new.revoked_at is not null)
     execute function forget_key_material()`,
];
