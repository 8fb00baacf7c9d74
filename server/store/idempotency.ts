import { createHash } from 'node:crypto';
import type { Encryption } from '../security/encryption.ts';
import type { Statements } from './database.ts';
import type { NewApiKey } from './store.ts';

export interface EarlierResponse {
  readonly keyId: string;
  readonly response: string;
}

interface FoundRow {
  readonly key_id: string;
  readonly description_hash: string;
  readonly response: string | null;
}

/** Of an earlier request with the same `Idempotency-Key`; `undefined` when there was none. Lock the account first. */
export async function findEarlierResponse(
  on: Statements,
  encryption: Encryption,
  key: NewApiKey,
): Promise<EarlierResponse | 'idempotency_conflict' | 'idempotency_key_spent' | undefined> {
  const requestHash = hashRequest(key);
  if (requestHash === undefined) return undefined;
  const found = await on.one<FoundRow>(
    `select key_id, description_hash, response from idempotency
     where request_hash = ? and expires_at > ?`,
    requestHash,
    key.createdAt,
  );
  if (found === undefined) return undefined;
  if (found.description_hash !== hashDescription(key)) return 'idempotency_conflict';
  if (found.response === null) return 'idempotency_key_spent';
  return {
    keyId: found.key_id,
    response: encryption.decrypt(found.response, placeOf(key.accountId)),
  };
}

/** Stores the response of a request with an `Idempotency-Key`. */
export async function storeResponse(
  on: Statements,
  encryption: Encryption,
  key: NewApiKey,
): Promise<void> {
  const requestHash = hashRequest(key);
  if (requestHash === undefined || key.idempotency === undefined) return;
  // One that has expired may still be there.
  await on.run('delete from idempotency where request_hash = ?', requestHash);
  await on.run(
    `insert into idempotency (request_hash, account_id, key_id, description_hash, response, expires_at)
     values (?, ?, ?, ?, ?, ?)`,
    requestHash,
    key.accountId,
    key.id,
    hashDescription(key),
    encryption.encrypt(key.idempotency.response, placeOf(key.accountId)),
    key.idempotency.expiresAt,
  );
}

/** The key was revoked: no request gets it again. */
export async function forgetResponse(
  on: Statements,
  accountId: string,
  keyId: string,
): Promise<void> {
  await on.run(
    'update idempotency set response = null where account_id = ? and key_id = ?',
    accountId,
    keyId,
  );
}

/** The tokens of the account were ended: no request gets one of its keys again. */
export async function forgetResponses(on: Statements, accountId: string): Promise<void> {
  await on.run('update idempotency set response = null where account_id = ?', accountId);
}

const placeOf = (accountId: string) => ({ column: 'idempotency.response', accountId });

/** The same `Idempotency-Key` of two accounts has two hashes. */
function hashRequest({ accountId, idempotency }: NewApiKey): string | undefined {
  return idempotency && hash(JSON.stringify([accountId, idempotency.key]));
}

function hashDescription({ accountId, description }: NewApiKey): string {
  return hash(JSON.stringify([accountId, description]));
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
