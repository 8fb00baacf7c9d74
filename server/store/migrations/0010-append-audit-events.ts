import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Has PostgreSQL append events to the audit log: one call per transaction, which ends with it and so holds the chains shortly. */
export async function up(database: Kysely<unknown>): Promise<void> {
  if (database.getExecutor().adapter instanceof PostgresAdapter)
    await sql.raw(appendEvents).execute(database);
}

// `hashEvent` in `audit/chain.ts` is the same hash. Chains are locked in their order, so that no two calls wait for each other.
const appendEvents = `create function append_audit_events(events jsonb) returns void language plpgsql as $$
  declare
    given record;
    head audit_chains%rowtype;
    previous text;
  begin
    for given in
      select * from rows from (jsonb_to_recordset(events) as (
        chain integer, at bigint, account_id text, actor text, trace_id text, event text, detail text
      )) with ordinality order by chain, ordinality
    loop
      if head.chain is distinct from given.chain then
        update audit_chains set sequence = head.sequence, hash = head.hash where chain = head.chain;
        select * into strict head from audit_chains where chain = given.chain for update;
      end if;
      previous := head.hash;
      head.sequence := head.sequence + 1;
      head.hash := encode(sha256(convert_to('[' || concat_ws(',', 1, given.chain, head.sequence, to_json(previous), given.at,
        coalesce(to_json(given.account_id)::text, 'null'), to_json(given.actor),
        coalesce(to_json(given.trace_id)::text, 'null'), to_json(given.event),
        coalesce(to_json(given.detail)::text, 'null')) || ']', 'UTF8')), 'hex');
      insert into audit_events
        (chain, sequence, format, at, account_id, actor, trace_id, event, detail, previous_hash, hash)
        values (given.chain, head.sequence, 1, given.at, given.account_id, given.actor, given.trace_id, given.event,
          given.detail, previous, head.hash);
    end loop;
    update audit_chains set sequence = head.sequence, hash = head.hash where chain = head.chain;
  end $$`;
