import { hash } from 'node:crypto';
import type { AuditEventsTable } from '../schema.ts';

/**
 * The number of chains of the audit log. All events of an account are in one chain, and writers of different chains do not
 * wait for each other. Existing databases depend on this number, so it never changes.
 */
export const chainCount = 16;

/** The format of an event's hash. Each row stores its format, so that a later format can follow in the same chain. */
export const auditFormat = 1;

/** The previous hash of a chain's first event. */
export const noHash = '0'.repeat(64);

/** An event that is not in its chain yet. */
export type NewEvent = Pick<
  AuditEventsTable,
  'chain' | 'at' | 'account_id' | 'actor' | 'trace_id' | 'event' | 'detail'
>;

/** The chain of an account's events; pass `undefined` for events without an account. */
export function chainOf(accountId: string | undefined): number {
  return Number.parseInt(hash('sha256', accountId ?? '').slice(0, 2), 16) % chainCount;
}

/**
 * Format 1: the lower-case hex SHA-256 of a JSON array of all other columns, in this order, without spaces, in UTF-8
 * (as RFC 8785 writes it). Different values never give the same JSON array.
 */
export function hashEvent(row: Omit<AuditEventsTable, 'hash'>): string {
  const { format, chain, sequence, previous_hash, at, account_id, actor, trace_id, event, detail } = row;
  const fields = [format, chain, sequence, previous_hash, at, account_id, actor, trace_id, event, detail];
  return hash('sha256', JSON.stringify(fields));
}
