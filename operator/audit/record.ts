import { type AuditRow, toRow } from './rows.ts';

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

export function toRecord(stored: AuditRow): AuditRecord {
  const { chain, sequence, at, account_id, actor, trace_id, event, detail } = toRow(stored);
  return {
    chain,
    sequence,
    at,
    accountId: account_id ?? undefined,
    actor,
    traceId: trace_id ?? undefined,
    event,
    detail: parseDetail(detail),
  };
}

// A damaged log must stay readable.
function parseDetail(detail: string | null): Record<string, unknown> {
  try {
    return detail === null ? {} : JSON.parse(detail);
  } catch {
    return { unreadable: true };
  }
}
