import type { Selectable } from 'kysely';
import type { Encryption } from '../../security/encryption/encryption.ts';
import { isId } from '../../security/random.ts';
import { type LockedAccount, lockAccount } from '../accounts/change-account.ts';
import { recordEvent, type Source } from '../audit/record-event.ts';
import type { Engine } from '../engine.ts';
import type { Schema } from '../schema.ts';
import { createStatement } from '../statement.ts';
import {
  addKey,
  findByHash,
  findRevocation,
  type NewApiKey,
  type Revocation,
  revokeKey,
} from './api-key-rows.ts';
import { findEarlierKey, type Repeatable, rememberKey } from './idempotency-records.ts';

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
export interface ActiveApiKey
  extends Pick<ApiKey, 'id' | 'description' | 'createdAt' | 'expiresAt'> {
  readonly accountId: string;
}

export type ApiKeys = ReturnType<typeof createApiKeys>;

export function createApiKeys(
  { reader, write }: Engine,
  encryption: Encryption,
  invalidations: Invalidations,
) {
  const whyNot = async (key: NewApiKey) =>
    isInactive((await findState(reader, { id: key.accountId })).rows[0], key)
      ? 'account_inactive'
      : 'limit_reached';

  const createOnce = ({ repeatable, ...key }: NewApiKey & { readonly repeatable: Repeatable }) =>
    write(async (transaction) => {
      if (isInactive(await lockAccount(transaction, key.accountId), key)) return 'account_inactive';
      const earlier = await findEarlierKey(transaction, encryption, { repeatable, ...key });
      if (typeof earlier === 'object') {
        // Its secret leaves the service again.
        const event = { event: 'api_key_repeated', keyId: earlier.id } as const;
        const source = { actor: 'service', traceId: key.traceId } as const;
        await recordEvent(transaction, key.accountId, event, key.createdAt, source);
      }
      if (earlier !== undefined) return earlier;
      if (!(await addKey(transaction, key))) return 'limit_reached';
      await rememberKey(transaction, encryption, { repeatable, ...key });
      return 'created';
    }, key.accountId);

  return {
    /**
     * - `account_inactive`: the token of the request was ended since it was checked: the account was deleted, or its password, MFA
     *   or state changed.
     * - an earlier key: a request with the same `Idempotency-Key` generated it. Nothing was created.
     * - `idempotency_conflict`: that request had another description.
     * - `idempotency_key_spent`: the key of that request was revoked or has expired, or the tokens of that time were ended.
     *
     * @throws SecretsError when the key material of an earlier key cannot be decrypted
     * @throws Error when another key follows from that key material
     */
    create: async ({ repeatable, ...key }: NewApiKey) => {
      if (repeatable !== undefined) return createOnce({ repeatable, ...key });
      const isAdded = await write((transaction) => addKey(transaction, key), key.accountId);
      return isAdded ? 'created' : whyNot(key);
    },

    /**
     * Returns `undefined` for an id that is unknown, malformed, or of another account. Callers cannot tell which.
     *
     * @param revision of the account when the token of the request was checked. Operators have no token.
     */
    revoke: async (
      accountId: string,
      id: string,
      now: number,
      source: Source = { actor: 'service' },
      revision?: number,
    ): Promise<Revocation | 'account_inactive' | undefined> => {
      // Malformed ids never reach the database, which may misread a NUL or a lone surrogate.
      if (!isId('key', id)) return undefined;
      const revoking = write(async (transaction) => {
        const account = await lockAccount(transaction, accountId);
        if (revision !== undefined && isInactive(account, { revision })) return 'account_inactive';
        return revokeKey(transaction, { id, accountId, now }, source);
      }, accountId);
      const outcome = await invalidations.after(revoking);
      if (outcome === 'account_inactive') return outcome;
      if (outcome) return { id, revokedAt: now };
      const [key] = (await findRevocation(reader, { id, accountId })).rows;
      return key === undefined || key.revokedAt === null
        ? undefined
        : { id, revokedAt: key.revokedAt };
    },

    /** The account's keys, oldest first. */
    list: async (accountId: string, now: number): Promise<ApiKey[]> => {
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

    /** The key with this hash, unless it was revoked, has expired, or its owner is disabled. */
    findActive: async (keyHash: string, now: number): Promise<ActiveApiKey | undefined> => {
      const [row] = (await findByHash(reader, { keyHash })).rows;
      if (row === undefined || stateOf(row, false, now) !== 'active') return undefined;
      const { id, accountId, description, createdAt, expires_at } = row;
      const optional = {
        description: description ?? undefined,
        expiresAt: expires_at ?? undefined,
      };
      return { id, accountId, createdAt, ...optional };
    },

    /** The account that owns the key with this id, in any state. */
    findOwner: async (id: string) => {
      if (!isId('key', id)) return undefined;
      const owner = reader.selectFrom('api_keys').select('account_id').where('id', '=', id);
      return (await owner.executeTakeFirst())?.account_id;
    },
  };
}

const findState = createStatement(({ id }: { readonly id: string }, creator) =>
  creator.selectFrom('accounts').select(['revision', 'disabled_at']).where('id', '=', id),
);

/** Whether the token of the request was ended since it was checked. */
function isInactive(
  account: Pick<LockedAccount, 'revision' | 'disabled_at'> | undefined,
  { revision }: Pick<NewApiKey, 'revision'>,
): boolean {
  return account?.revision !== revision || account.disabled_at !== null;
}

function stateOf(
  key: Pick<Selectable<Schema['api_keys']>, 'expires_at' | 'revoked_at'>,
  ownerDisabled: boolean,
  now: number,
): ApiKeyState {
  const expiresAt = key.expires_at ?? Infinity;
  // Not compared with `now`: this clock may be behind the one that the key was revoked by.
  if (key.revoked_at !== null) return expiresAt < key.revoked_at ? 'expired' : 'revoked';
  if (expiresAt <= now) return 'expired';
  return ownerDisabled ? 'inactive' : 'active';
}

/**
 * Counts the changes by which this process may have invalidated API keys: revocations, and accounts that were disabled or deleted. A
 * cache of keys is out of date when the count has changed.
 */
export type Invalidations = ReturnType<typeof createInvalidations>;

export function createInvalidations() {
  let count = 0;
  return {
    count: () => count,
    /** Counts a change when it has finished. One that failed counts too, as it may be on the disk. */
    after: <Result>(change: Promise<Result>): Promise<Result> =>
      change.finally(() => {
        count += 1;
      }),
  };
}
