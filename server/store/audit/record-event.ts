import type { StoreTransaction } from '../engine/engine.ts';
import { createStatement } from '../engine/statement.ts';
import type { AuditEventsTable } from '../schema.ts';
import { auditFormat, chainOf, hashEvent } from './chain.ts';

/** What is remembered of each change. Only references and words of ours go in: never a secret, nor what users typed. */
export type AuditEvent =
  | { readonly event: 'account_added' }
  | { readonly event: 'account_disabled' }
  | { readonly event: 'account_enabled' }
  | { readonly event: 'account_unlocked' }
  | { readonly event: 'account_deleted' }
  | { readonly event: 'password_changed' }
  | { readonly event: 'mfa_enabled' }
  | { readonly event: 'mfa_removed' }
  | { readonly event: 'login_succeeded'; readonly factor: 'password' | 'totp' | 'recovery_code' }
  | { readonly event: 'api_key_created'; readonly keyId: string }
  | { readonly event: 'api_key_revoked'; readonly keyId: string }
  | { readonly event: 'secrets_rotated'; readonly encryptionKey: string }
  | { readonly event: 'backup_begun' }
  | { readonly event: 'database_restored' }
  | { readonly event: 'database_moved' };

/** Who made a change: an operator, by a command, or the service, for the request whose answer has this trace id. */
export type Source =
  | { readonly actor: 'operator' }
  | { readonly actor: 'service'; readonly traceId?: string | undefined };

const lockChain = createStatement((creator, { chain }: { readonly chain: number }) =>
  creator
    .updateTable('audit_chains')
    .set(({ eb }) => ({ sequence: eb('sequence', '+', 1) }))
    .where('chain', '=', chain)
    .returning(['sequence', 'hash']),
);

const insertEvent = createStatement((creator, row: AuditEventsTable) =>
  creator.insertInto('audit_events').values({
    chain: row.chain,
    sequence: row.sequence,
    format: row.format,
    at: row.at,
    account_id: row.account_id,
    actor: row.actor,
    trace_id: row.trace_id,
    event: row.event,
    detail: row.detail,
    previous_hash: row.previous_hash,
    hash: row.hash,
  }),
);

const endChain = createStatement(
  (creator, { chain, hash }: { readonly chain: number; readonly hash: string }) =>
    creator.updateTable('audit_chains').set({ hash }).where('chain', '=', chain),
);

/**
 * Adds an event to its account's chain, in the transaction that makes the change it tells of; `undefined` for an event
 * of no account. Nothing ever changes or removes it. Until the transaction ends, others that write to this chain wait:
 * take every other lock before, and record events of one account alone, or two transactions may wait for each other.
 */
export async function recordEvent(
  transaction: StoreTransaction,
  accountId: string | undefined,
  auditEvent: AuditEvent,
  now: number,
  source: Source,
): Promise<void> {
  const { event, ...detail } = auditEvent;
  const chain = chainOf(accountId);
  const [head] = (await lockChain(transaction, { chain })).rows;
  if (head === undefined) throw new Error('the audit lacks a chain');
  const row = {
    chain,
    sequence: Number(head.sequence),
    format: auditFormat,
    at: now,
    account_id: accountId ?? null,
    actor: source.actor,
    trace_id: (source.actor === 'service' && source.traceId) || null,
    event,
    detail: Object.keys(detail).length === 0 ? null : JSON.stringify(detail),
    previous_hash: head.hash,
  };
  const hash = hashEvent(row);
  await insertEvent(transaction, { ...row, hash });
  await endChain(transaction, { chain, hash });
}
