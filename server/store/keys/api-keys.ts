import type { Selectable } from 'kysely';
import type { Encryption } from '../../security/encryption/encryption.ts';
import { isId } from '../../security/id.ts';
import { lockAccount } from '../accounts/lock-account.ts';
import { recordEvent, type Source } from '../audit/record-event.ts';
import type { Engine, StoreTransaction } from '../engine/engine.ts';
import type { ApiKeysTable } from '../schema.ts';
import { addKey, findByHash, type NewApiKey, type Revocation, revokeKey } from './api-key-rows.ts';
import { type EarlierKey, findEarlierKey, rememberKey } from './idempotency-records.ts';

/** `inactive`: its owner is disabled, until the owner is enabled again. A revoked key stays so, even if a clock is set back. */
export type ApiKeyState = 'active' | 'inactive' | 'revoked' | 'expired';

export interface ApiKey {
  readonly id: string;
  readonly keyPrefix: string;
  readonly description: string | undefined;
  readonly state: ApiKeyState;
  readonly createdAt: number;
  readonly expiresAt: number | undefined;
  readonly revokedAt: number | undefined;
}

/** A key that is valid now. */
export interface ActiveApiKey {
  readonly id: string;
  readonly accountId: string;
  readonly description: string | undefined;
  readonly createdAt: number;
  readonly expiresAt: number | undefined;
}

export interface ApiKeys {
  /**
   * - `account_inactive`: the token of the request was ended since it was checked: the account was deleted, or its password, MFA
   *   or state changed.
   * - an earlier key: a request with the same `Idempotency-Key` generated it. Nothing was created.
   * - `idempotency_conflict`: that request had another description.
   * - `idempotency_key_spent`: the key of that request was revoked or has expired, or the
   *   tokens of that time were ended.
   *
   * @throws SecretsError when the seed of an earlier key cannot be decrypted
   * @throws Error when another key follows from that seed
   */
  create(
    key: NewApiKey,
  ): Promise<
    | 'created'
    | 'limit_reached'
    | 'account_inactive'
    | 'idempotency_conflict'
    | 'idempotency_key_spent'
    | EarlierKey
  >;
  /** Returns `undefined` for an id that is unknown, malformed, or of another account. Callers cannot tell which. */
  revoke(accountId: string, id: string, now: number, source?: Source): Promise<Revocation | undefined>;
  /** The account's keys, oldest first. */
  list(accountId: string, now: number): Promise<ApiKey[]>;
  /** The key with this hash, unless it was revoked, has expired, or its owner is disabled. */
  findActive(keyHash: string, now: number): Promise<ActiveApiKey | undefined>;
  /** The account that owns the key with this id, in any state. */
  findOwner(id: string): Promise<string | undefined>;
}

export function createApiKeys({ reader, write }: Engine, encryption: Encryption): ApiKeys {
  return {
    create: ({ repeatable, ...key }) =>
      write(async (transaction) => {
        if (repeatable !== undefined) {
          if (await isInactive(transaction, key)) return 'account_inactive';
          const earlier = await findEarlierKey(transaction, encryption, { ...key, repeatable });
          // Its secret leaves the service again.
          if (typeof earlier === 'object') await record(transaction, 'api_key_repeated', key, earlier.id);
          if (earlier !== undefined) return earlier;
        }
        if (!(await addKey(transaction, key)))
          return (await isInactive(transaction, key)) ? 'account_inactive' : 'limit_reached';
        if (repeatable !== undefined) await rememberKey(transaction, encryption, { ...key, repeatable });
        await record(transaction, 'api_key_created', key, key.id);
        return 'created';
      }),

    revoke: async (accountId, id, now, source = { actor: 'service' }) => {
      // Malformed ids never reach the database, which may misread a NUL or a lone surrogate.
      if (!isId('key', id)) return undefined;
      return write((transaction) => revokeKey(transaction, accountId, id, now, source));
    },

    list: async (accountId, now) => {
      const rows = await reader
        .selectFrom('api_keys')
        .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
        .selectAll('api_keys')
        .select('accounts.disabled_at')
        .where('account_id', '=', accountId)
        .orderBy('api_keys.created_at')
        .orderBy('api_keys.id')
        .execute();
      return rows.map((row) => ({
        id: row.id,
        keyPrefix: row.key_prefix,
        description: row.description ?? undefined,
        state: stateOf(row, row.disabled_at !== null, now),
        createdAt: row.created_at,
        expiresAt: row.expires_at ?? undefined,
        revokedAt: row.revoked_at ?? undefined,
      }));
    },

    findActive: async (keyHash, now) => {
      const [row] = (await findByHash(reader, { keyHash })).rows;
      if (row === undefined || stateOf(row, false, now) !== 'active') return undefined;
      const { id, accountId, description, createdAt, expires_at } = row;
      return {
        id,
        accountId,
        description: description ?? undefined,
        createdAt,
        expiresAt: expires_at ?? undefined,
      };
    },

    findOwner: async (id) => {
      if (!isId('key', id)) return undefined;
      const row = await reader
        .selectFrom('api_keys')
        .select('account_id')
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.account_id;
    },
  };
}

/** Whether the token of the request was ended since it was checked. Locks the account too. */
async function isInactive(
  transaction: StoreTransaction,
  { accountId, revision }: Pick<NewApiKey, 'accountId' | 'revision'>,
): Promise<boolean> {
  const account = await lockAccount(transaction, accountId);
  return account?.revision !== revision || account.disabled_at !== null;
}

function record(
  transaction: StoreTransaction,
  event: 'api_key_created' | 'api_key_repeated',
  { accountId, createdAt, traceId }: Omit<NewApiKey, 'repeatable'>,
  keyId: string,
): Promise<void> {
  return recordEvent(transaction, accountId, { event, keyId }, createdAt, { actor: 'service', traceId });
}

function stateOf(
  key: Pick<Selectable<ApiKeysTable>, 'expires_at' | 'revoked_at'>,
  ownerDisabled: boolean,
  now: number,
): ApiKeyState {
  const expiresAt = key.expires_at ?? Infinity;
  // Not compared with `now`: this clock may be behind the one that the key was revoked by.
  if (key.revoked_at !== null) return expiresAt < key.revoked_at ? 'expired' : 'revoked';
  if (expiresAt <= now) return 'expired';
  return ownerDisabled ? 'inactive' : 'active';
}
