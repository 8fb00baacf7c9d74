import { hash } from 'node:crypto';
import type { AuditEventsTable } from '../schema.ts';

/**
 * In how many chains the audit is kept: an account's events are all in one, and writers of different chains need not
 * wait for one another. Databases have been filled with this number, so it is never changed.
 */
export const chainCount = 16;

/** How an event's hash is made. A row says which it was, so that another way can follow without breaking a chain. */
export const auditFormat = 1;

/** What a chain's first event has for the hash of the event before it. */
export const noHash = '0'.repeat(64);

/** `undefined`: an event of no account in particular. */
export function chainOf(accountId: string | undefined): number {
  return Number.parseInt(hash('sha256', accountId ?? '').slice(0, 2), 16) % chainCount;
}

/**
 * Format 1: the lower-case hex SHA-256 of a JSON array of all other columns, in this order, without blanks, in UTF-8
 * (as RFC 8785 writes it). A JSON array is never that of other values: text cannot flow from one field into the next.
 */
export function hashEvent(row: Omit<AuditEventsTable, 'hash'>): string {
  const { format, chain, sequence, previous_hash, at, account_id, actor, trace_id, event, detail } = row;
  const fields = [format, chain, sequence, previous_hash, at, account_id, actor, trace_id, event, detail];
  return hash('sha256', JSON.stringify(fields));
}
