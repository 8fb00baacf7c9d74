import { hash } from 'node:crypto';
import type { StoreTransaction } from '../engine.ts';
import { sql } from '../kysely.ts';
import type { NewEvent, Schema } from '../schema.ts';
import { createStatement } from '../statement.ts';

/** The previous hash of a chain's first event. */
export const noHash = '0'.repeat(64);

/** The events of the audit log. They contain only ids and fixed words, never secrets or text from users. */
export type AuditEvent =
  | {
      readonly event: 'account_added' | 'account_disabled' | 'account_enabled' | 'account_unlocked';
    }
  | { readonly event: 'account_deleted' | 'password_changed' | 'mfa_enabled' | 'mfa_removed' }
  | { readonly event: 'login_succeeded'; readonly factor: 'password' | 'totp' | 'recovery_code' }
  | {
      readonly event: 'api_key_created' | 'api_key_repeated' | 'api_key_revoked';
      readonly keyId: string;
    }
  | { readonly event: 'secrets_rotated' | 'secrets_retired'; readonly encryptionKey: string }
  | { readonly event: 'backup_begun' | 'database_restored' | 'database_moved' };

/** Who made a change: an operator with a command, or the service for the request with this trace id. */
export type Source =
  | { readonly actor: 'operator' }
  | { readonly actor: 'service'; readonly traceId?: string | undefined };

// Locks them in the order of their numbers, so that no two transactions wait for each other.
const findHeads = createStatement(
  (values: { readonly first: number; readonly last: number }, creator) =>
    creator
      .selectFrom('audit_chains')
      .select(['chain', 'sequence', 'hash'])
      .where('chain', '>=', values.first)
      .where('chain', '<=', values.last)
      .orderBy('chain')
      .forUpdate(),
);

const insertEvent = createStatement(
  (row: Schema['audit_events']) => sql`
    insert into audit_events (chain, sequence, format, at, account_id, actor, trace_id, event, detail,
      previous_hash, hash)
    values (${row.chain}, ${row.sequence}, ${row.format}, ${row.at}, ${row.account_id}, ${row.actor},
      ${row.trace_id}, ${row.event}, ${row.detail}, ${row.previous_hash}, ${row.hash})`,
);

const endChain = createStatement(
  ({ chain, sequence, hash }: Schema['audit_chains']) => sql`
    update audit_chains set sequence = ${sequence}, hash = ${hash} where chain = ${chain}`,
);

/** Pass `undefined` for an event without an account. */
function createEvent(
  accountId: string | undefined,
  auditEvent: AuditEvent,
  now: number,
  source: Source,
): NewEvent {
  const { event, ...detail } = auditEvent;
  return {
    chain: chainOf(accountId),
    at: now,
    account_id: accountId ?? null,
    actor: source.actor,
    trace_id: (source.actor === 'service' && source.traceId) || null,
    event,
    detail: Object.keys(detail).length === 0 ? null : JSON.stringify(detail),
  };
}

/** Adds an event to the chain of its account, in the transaction that makes the change. The event is never changed or removed. */
export async function recordEvent(
  transaction: StoreTransaction,
  ...about: Parameters<typeof createEvent>
): Promise<void> {
  const event = createEvent(...about);
  if (transaction.lastEvents === undefined) await addEvents(transaction, [event]);
  else transaction.lastEvents.push(event);
}

/** Adds events to their chains, in their order. It sends its statements without waiting for the results of those before them. */
export async function addEvents(
  transaction: StoreTransaction,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const chains = events.map(({ chain }) => chain);
  const range = { first: Math.min(...chains), last: Math.max(...chains) };
  const ends = new Map(
    (await findHeads(transaction, range)).rows.map((head) => [head.chain, head]),
  );
  const sent: Promise<unknown>[] = events.map((event) => {
    const head = ends.get(event.chain);
    if (head === undefined) throw new Error('the audit log lacks a chain');
    const row = {
      sequence: head.sequence + 1,
      format: auditFormat,
      previous_hash: head.hash,
      ...event,
    };
    const chained = { hash: hashEvent(row), ...row };
    ends.set(event.chain, chained);
    return insertEvent(transaction, chained);
  });
  for (const chain of new Set(chains)) {
    const end = ends.get(chain);
    if (end !== undefined) sent.push(endChain(transaction, end));
  }
  // The first error is the cause of those after it. All results, because no statement may follow the rollback.
  for (const result of await Promise.allSettled(sent))
    if (result.status === 'rejected') throw result.reason;
}

/**
 * The number of chains of the audit log. All events of an account are in one chain, and writers of different chains do not
 * wait for each other. Existing databases depend on this number, so it never changes.
 */
export const chainCount = 16;

/** The format of an event's hash. Each row stores its format, so that a later format can follow in the same chain. */
export const auditFormat = 1;

/** The chain of an account's events; pass `undefined` for events without an account. */
export function chainOf(accountId: string | undefined): number {
  return Number.parseInt(hash('sha256', accountId ?? '').slice(0, 2), 16) % chainCount;
}

/**
 * Format 1: the lower-case hex SHA-256 of a JSON array of all other columns, in this order, without spaces, in UTF-8
 * (as RFC 8785 writes it). Different values never give the same JSON array.
 */
export function hashEvent(row: Omit<Schema['audit_events'], 'hash'>): string {
  const { format, chain, sequence, previous_hash, at, account_id, actor, trace_id, event, detail } =
    row;
  const fields = [
    format,
    chain,
    sequence,
    previous_hash,
    at,
    account_id,
    actor,
    trace_id,
    event,
    detail,
  ];
  return hash('sha256', JSON.stringify(fields));
}
