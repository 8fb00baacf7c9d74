import type { Selectable } from 'kysely';
import { chainCount } from '../../server/store/audit/record-event.ts';
import type { Reader } from '../../server/store/engine.ts';
import type { Schema } from '../../server/store/schema.ts';
import type { ChainHead } from './anchor.ts';

export type AuditRow = Selectable<Schema['audit_events']>;

// Keeps memory small while a log of millions of events is read.
const pageSize = 1000;

/** The events of a chain after a sequence number, in order, read in pages. */
export async function* readChain(
  reader: Reader,
  chain: number,
  after: number,
): AsyncGenerator<AuditRow> {
  for (let last = after; ; ) {
    const page = await reader
      .selectFrom('audit_events')
      .selectAll()
      .where('chain', '=', chain)
      .where('sequence', '>', last)
      .orderBy('sequence')
      .limit(pageSize)
      .execute();
    for (const row of page) yield toRow(row);
    const end = page.at(-1);
    if (end === undefined || page.length < pageSize) return;
    last = Number(end.sequence);
  }
}

/** The recorded end of a chain and its first and last event, read at the same time. */
export async function readEnd(
  reader: Reader,
  chain: number,
): Promise<{
  readonly head: ChainHead | undefined;
  readonly first: number;
  readonly last: number;
}> {
  const { first, last, sequence, hash } = await reader
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('audit_events')
        .where('chain', '=', chain)
        .select(({ fn }) => fn.min('sequence').as('first'))
        .as('first'),
      selectFrom('audit_events')
        .where('chain', '=', chain)
        .select(({ fn }) => fn.max('sequence').as('last'))
        .as('last'),
      selectFrom('audit_chains').where('chain', '=', chain).select('sequence').as('sequence'),
      selectFrom('audit_chains').where('chain', '=', chain).select('hash').as('hash'),
    ])
    .executeTakeFirstOrThrow();
  const isThere = sequence !== null && hash !== null;
  return {
    head: isThere ? { sequence: Number(sequence), hash } : undefined,
    first: Number(first ?? 1),
    last: Number(last ?? 0),
  };
}

export async function readHeads(reader: Reader): Promise<{ chain: number; sequence: number }[]> {
  const heads = await reader
    .selectFrom('audit_chains')
    .select(['chain', 'sequence'])
    .orderBy('chain')
    .execute();
  return heads.map(({ chain, sequence }) => ({ chain: Number(chain), sequence: Number(sequence) }));
}

/** Numbers of chains that the service never writes to. With `not in`, PostgreSQL would read every event. */
export async function strayChains(reader: Reader): Promise<number[]> {
  const rows = await reader
    .selectFrom('audit_events')
    .select('chain')
    .distinct()
    .where(({ eb, or }) =>
      or([
        eb('chain', '<', 0),
        ...Array.from({ length: chainCount - 1 }, (_, chain) =>
          eb('chain', '>', chain).and('chain', '<', chain + 1),
        ),
        eb('chain', '>', chainCount - 1),
      ]),
    )
    .execute();
  return rows.map(({ chain }) => chain);
}

/** Engines may return big integers as text. Values of other types stay as they are, so that a check finds them. */
export function toRow(row: AuditRow): AuditRow {
  return { ...row, sequence: toNumber(row.sequence), at: toNumber(row.at) };
}

function toNumber(value: number | string): number {
  return typeof value === 'string' ? Number(value) : value;
}

/** An audit event as it is shown. */
export interface AuditRecord {
  readonly chain: number;
  readonly sequence: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly accountId: string | undefined;
  readonly actor: string;
  readonly traceId: string | undefined;
  readonly event: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

export function byTime(one: AuditRecord, other: AuditRecord): number {
  return one.at - other.at || one.chain - other.chain || one.sequence - other.sequence;
}

// A damaged log must stay readable, also where columns have values of other types.
export function toRecord(stored: AuditRow): AuditRecord {
  const { chain, sequence, at, account_id, actor, trace_id, event, detail } = toRow(stored);
  return {
    chain,
    sequence,
    at,
    accountId: account_id ?? undefined,
    actor: String(actor),
    traceId: trace_id ?? undefined,
    event: String(event),
    detail: parseDetail(detail),
  };
}

function parseDetail(detail: string | null): Record<string, unknown> {
  try {
    return detail === null ? {} : Object.fromEntries(Object.entries(JSON.parse(detail)));
  } catch {
    return { unreadable: true };
  }
}
