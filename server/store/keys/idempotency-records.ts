import { deriveApiKey, hashCredential, hashIdempotencyKey } from '../../security/credential-hashes.ts';
import type { Encryption } from '../../security/encryption/encryption.ts';
import type { StoreTransaction } from '../engine.ts';
import type { IdempotencyRecordsTable } from '../schema.ts';
import { encryptedPlaces } from '../schema.ts';
import { createStatement } from '../statement.ts';

/** What lets a request to generate a key be repeated. */
export interface Repeatable {
  /** The value of the header `Idempotency-Key`. */
  readonly idempotencyKey: string;
  /** What the key was derived from, besides the account and the header. */
  readonly keyMaterial: string;
  /** From then on, the same value generates another key. */
  readonly until: number;
}

/** The key that an earlier request with the same `Idempotency-Key` generated. */
export interface EarlierKey {
  readonly id: string;
  readonly keyMaterial: string;
  readonly createdAt: number;
}

const findRecord = createStatement(
  (creator, values: { readonly accountId: string; readonly valueHash: string; readonly now: number }) =>
    creator
      .selectFrom('idempotency_records')
      .innerJoin('api_keys', 'api_keys.id', 'key_id')
      .select([
        'key_id as id',
        'key_hash',
        'key_material',
        'description',
        'created_at',
        'api_keys.expires_at',
      ])
      .where('idempotency_records.account_id', '=', values.accountId)
      .where('value_hash', '=', values.valueHash)
      .where('idempotency_records.expires_at', '>', values.now),
);

const putRecord = createStatement((creator, row: IdempotencyRecordsTable) =>
  creator
    .insertInto('idempotency_records')
    .values({
      account_id: row.account_id,
      value_hash: row.value_hash,
      key_material: row.key_material,
      key_id: row.key_id,
      expires_at: row.expires_at,
    })
    // One that has expired, and was not swept yet.
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'value_hash'])
        .doUpdateSet({ key_material: row.key_material, key_id: row.key_id, expires_at: row.expires_at }),
    ),
);

/** The request that may be a repetition. */
interface Repetition {
  readonly accountId: string;
  readonly description: string | undefined;
  readonly createdAt: number;
  readonly repeatable: Repeatable;
}

/**
 * What an earlier request with the same `Idempotency-Key` generated; `undefined` when there was none. Lock the account first,
 * so that of two requests at once the second finds what the first one generates.
 *
 * @throws SecretsError when the key material cannot be decrypted
 * @throws Error when another key follows from the key material
 */
export async function findEarlierKey(
  transaction: StoreTransaction,
  encryption: Encryption,
  { accountId, description, createdAt: now, repeatable: { idempotencyKey } }: Repetition,
): Promise<EarlierKey | 'idempotency_conflict' | 'idempotency_key_spent' | undefined> {
  const valueHash = hashIdempotencyKey(accountId, idempotencyKey);
  const [row] = (await findRecord(transaction, { accountId, valueHash, now })).rows;
  if (row === undefined) return undefined;
  // No description and an empty one are the same label.
  if ((row.description ?? '') !== (description ?? '')) return 'idempotency_conflict';
  if (row.key_material === null || (row.expires_at ?? Infinity) <= now) return 'idempotency_key_spent';
  const keyMaterial = encryption.decrypt(encryptedPlaces(accountId).keyMaterial, row.key_material);
  // The key material of another record of the account can be decrypted here too, and another key would follow from it.
  if (hashCredential(deriveApiKey({ accountId, idempotencyKey, keyMaterial })) !== row.key_hash)
    throw new Error(
      `idempotency_records.key_material of account ${accountId} is not that of the key ${row.id}`,
    );
  return { id: row.id, keyMaterial, createdAt: row.created_at };
}

export async function rememberKey(
  transaction: StoreTransaction,
  encryption: Encryption,
  { id, accountId, repeatable }: Repetition & { readonly id: string },
): Promise<void> {
  const { idempotencyKey, keyMaterial, until } = repeatable;
  await putRecord(transaction, {
    account_id: accountId,
    value_hash: hashIdempotencyKey(accountId, idempotencyKey),
    key_material: encryption.encrypt(encryptedPlaces(accountId).keyMaterial, keyMaterial),
    key_id: id,
    expires_at: until,
  });
}

/** Forgets what the keys of an account were derived from, so that no request gets one of them again. */
export async function forgetKeyMaterial(transaction: StoreTransaction, accountId: string): Promise<void> {
  await transaction
    .updateTable('idempotency_records')
    .set({ key_material: null })
    .where('account_id', '=', accountId)
    .execute();
}
