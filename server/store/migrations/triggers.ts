const forgetKeyMaterial = 'update idempotency_records set key_material = null where key_id = new.id';

/** What SQLite does by itself when rows change. */
export const sqliteTriggers = [
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
export const postgresTriggers = [
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
