import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { chainCount, chainOf, hashEvent, noHash } from '../audit/chain.ts';

interface OldEvent {
  readonly id: number;
  readonly at: number;
  readonly account_id: string;
  readonly event: string;
  readonly detail: string | null;
}

// What this migration reads and writes.
type Tables = {
  audit_events: OldEvent;
  audit_chains: { chain: number; sequence: number; hash: string };
  audit_events_chained: Parameters<typeof hashEvent>[0] & { hash: string };
};

/** Makes the audit a log of hash chains, with the events there are, and has the database refuse to change an event. */
export async function up(unknownDatabase: Kysely<unknown>): Promise<void> {
  const database = unknownDatabase.withTables<Tables>();
  const { schema } = database;

  await schema
    .createTable('audit_chains')
    .addColumn('chain', 'integer', (column) => column.primaryKey())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('audit_events_chained')
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
  await chainEvents(database);

  await schema.dropTable('audit_events').execute();
  await schema.alterTable('audit_events_chained').renameTo('audit_events').execute();
  await schema
    .createIndex('audit_events_by_account')
    .on('audit_events')
    .columns(['account_id', 'at'])
    .execute();
  await refuseChanges(database);
}

async function chainEvents(database: Kysely<Tables>): Promise<void> {
  const heads = Array.from({ length: chainCount }, (_, chain) => ({ chain, sequence: 0, hash: noHash }));
  for (let last = 0; ; ) {
    const page = await database
      .selectFrom('audit_events')
      .selectAll()
      .where('id', '>', last)
      .orderBy('id')
      .limit(1000)
      .execute();
    if (page.length === 0) break;
    await database
      .insertInto('audit_events_chained')
      .values(page.map((event) => chainEvent(heads, event)))
      .execute();
    last = Number(page.at(-1)?.id);
  }
  await database.insertInto('audit_chains').values(heads).execute();
}

// What the service did for a request until then; everything else took an operator's command.
const ofService = ['login_succeeded', 'api_key_created', 'api_key_revoked'];

function chainEvent(heads: Tables['audit_chains'][], { at, account_id, event, detail }: OldEvent) {
  const chain = chainOf(account_id);
  const head = heads[chain];
  if (head === undefined) throw new Error('an account is in a chain that there is not');
  head.sequence += 1;
  const row = {
    chain,
    sequence: head.sequence,
    format: 1,
    at: Number(at),
    account_id,
    actor: ofService.includes(event) ? 'service' : 'operator',
    trace_id: null,
    event,
    detail,
    previous_hash: head.hash,
  };
  head.hash = hashEvent(row);
  return { ...row, hash: head.hash };
}

async function refuseChanges(database: Kysely<Tables>): Promise<void> {
  const isPostgres = database.getExecutor().adapter instanceof PostgresAdapter;
  for (const statement of isPostgres ? postgresTriggers : sqliteTriggers) {
    await sql.raw(statement).execute(database);
  }
}

const sqliteTriggers = [
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
];

const postgresTriggers = [
  `create function refuse_audit_change() returns trigger language plpgsql as
     $$ begin raise exception '% is append-only', tg_table_name; end $$`,
  `create trigger audit_events_append_only before update or delete or truncate on audit_events
     for each statement execute function refuse_audit_change()`,
  `create trigger audit_chains_never_shortened before update on audit_chains
     for each row when (new.chain <> old.chain or new.sequence < old.sequence)
     execute function refuse_audit_change()`,
  `create trigger audit_chains_never_deleted before delete or truncate on audit_chains
     for each statement execute function refuse_audit_change()`,
];
