import type { Database, Statements } from './database.ts';
import type { Event, EventName, Source, Store } from './store.ts';

export interface NewEvent {
  readonly event: EventName;
  readonly accountId: string;
  readonly at: number;
  readonly source: Source;
  /** Ids and fixed words only. */
  readonly detail?: Readonly<Record<string, string>>;
}

export const operator: Source = { actor: 'operator' };

/** Records a change, in the transaction that makes it. */
export async function recordEvent(
  on: Statements,
  { event, accountId, at, source, detail }: NewEvent,
): Promise<void> {
  await on.run(
    'insert into events (at, account_id, actor, trace_id, event, detail) values (?, ?, ?, ?, ?, ?)',
    at,
    accountId,
    source.actor,
    source.actor === 'service' ? source.traceId : null,
    event,
    detail === undefined ? null : JSON.stringify(detail),
  );
}

interface EventRow {
  readonly id: number;
  readonly at: number;
  readonly account_id: string | null;
  readonly actor: string;
  readonly trace_id: string | null;
  readonly event: EventName;
  readonly detail: string | null;
}

export function createEvents(database: Database): Store['events'] {
  return {
    list: ({ after = 0, accountId, limit }) => {
      const select = async (on: Statements): Promise<Event[]> => {
        const rows =
          accountId === undefined
            ? await on.all<EventRow>(
                'select * from events where id > ? order by id limit ?',
                after,
                limit,
              )
            : await on.all<EventRow>(
                'select * from events where id > ? and account_id = ? order by id limit ?',
                after,
                accountId,
                limit,
              );
        return rows.map(toEvent);
      };
      if (database.kind === 'sqlite') return select(database);

      // PostgreSQL numbers events before they are committed. Without a wait for the transactions that add some now, an event could
      // appear later before the last one that was listed, and a reader that follows would never see it.
      return database.transaction(async (on) => {
        await on.run('lock table events in share mode');
        return select(on);
      });
    },
  };
}

function toEvent(row: EventRow): Event {
  return {
    id: row.id,
    at: row.at,
    accountId: row.account_id ?? undefined,
    actor: row.actor,
    traceId: row.trace_id ?? undefined,
    event: row.event,
    detail: row.detail === null ? undefined : JSON.parse(row.detail),
  };
}
