import type { StoreTransaction } from './engine.ts';

/** What is remembered of each change. Only references and words of ours go in: never a secret, nor what users typed. */
export type AuditEvent =
  | { readonly event: 'account_added' }
  | { readonly event: 'account_disabled' }
  | { readonly event: 'account_enabled' }
  | { readonly event: 'account_deleted' }
  | { readonly event: 'password_changed' }
  | { readonly event: 'mfa_enabled' }
  | { readonly event: 'mfa_removed' }
  | { readonly event: 'login_succeeded'; readonly factor: 'password' | 'totp' | 'recovery_code' }
  | { readonly event: 'api_key_created'; readonly keyId: string }
  | { readonly event: 'api_key_revoked'; readonly keyId: string };

/** Adds a row, in the transaction that makes the change it tells of. Nothing ever changes or removes a row. */
export async function recordEvent(
  transaction: StoreTransaction,
  accountId: string,
  auditEvent: AuditEvent,
  now: number,
): Promise<void> {
  const { event, ...detail } = auditEvent;
  await transaction
    .insertInto('audit_events')
    .values({
      at: now,
      account_id: accountId,
      event,
      detail: Object.keys(detail).length === 0 ? null : JSON.stringify(detail),
    })
    .execute();
}
