import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * Has the database count what was counted row by row: an account's keys that are not revoked, and the accounts of each cost
 * of passwords. Triggers do it, as releases before this one may go on writing while it takes over.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const isPostgres = database.getExecutor().adapter instanceof PostgresAdapter;

  await schema
    .alterTable('accounts')
    .addColumn('unrevoked_keys', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update accounts set unrevoked_keys =
    (select count(*) from api_keys where account_id = accounts.id and revoked_at is null)`.execute(database);
  // Those among them that have expired, for the limit is of active keys.
  await sql`create index api_keys_by_end on api_keys (account_id, expires_at)
    where revoked_at is null and expires_at is not null`.execute(database);

  await schema
    .createTable('password_costs')
    .addColumn('cost', 'text', (column) => column.primaryKey())
    .addColumn('accounts', 'bigint', (column) => column.notNull())
    .execute();
  await sql`insert into password_costs (cost, accounts)
    select password_cost, count(*) from accounts where password_cost is not null group by password_cost`.execute(
    database,
  );

  for (const statement of isPostgres ? postgresTriggers : sqliteTriggers) {
    await sql.raw(statement).execute(database);
  }
}

const sqliteTriggers = [
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
];

const postgresTriggers = [
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
];
