import {
  deriveApiKey,
  hashCredential,
  hashIdempotencyKey,
} from '../../security/credential-hashes.ts';
import type { Encryption } from '../../security/encryption/encryption.ts';
import type { StoreTransaction } from '../engine.ts';
import { sql } from '../kysely.ts';
import { encryptedPlaces, type Schema } from '../schema.ts';
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

type FoundRecord = Pick<Schema['idempotency_records'], 'key_material'> &
  Pick<Schema['api_keys'], 'id' | 'key_hash' | 'description' | 'created_at' | 'expires_at'>;

const findRecord = createStatement(
  (values: { readonly accountId: string; readonly valueHash: string; readonly now: number }) =>
    sql<FoundRecord>`
      select key_id as id, key_hash, key_material, description, created_at, api_keys.expires_at
      from idempotency_records as record join api_keys on id = key_id and api_keys.account_id = record.account_id
      where record.account_id = ${values.accountId} and value_hash = ${values.valueHash}
        and record.expires_at > ${values.now}`,
);

// The one that it replaces has expired, and was not swept yet.
const putRecord = createStatement(
  (row: Schema['idempotency_records']) => sql`
    insert into idempotency_records (account_id, value_hash, key_material, key_id, expires_at)
    values (${row.account_id}, ${row.value_hash}, ${row.key_material}, ${row.key_id}, ${row.expires_at})
    on conflict (account_id, value_hash) do update set
      key_material = excluded.key_material, key_id = excluded.key_id, expires_at = excluded.expires_at`,
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
  if (row.key_material === null || (row.expires_at ?? Infinity) <= now)
    return 'idempotency_key_spent';
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
export async function forgetKeyMaterial(
  transaction: StoreTransaction,
  accountId: string,
): Promise<void> {
  await transaction
    .updateTable('idempotency_records')
    .set({ key_material: null })
    .where('account_id', '=', accountId)
    .execute();
}
