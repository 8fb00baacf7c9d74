import { recordEvent, type Source } from '../audit/record-event.ts';
import type { StoreTransaction } from '../engine.ts';
import { sql } from '../kysely.ts';
import type { Schema } from '../schema.ts';
import { createStatement } from '../statement.ts';
import type { Repeatable } from './idempotency-records.ts';

export interface NewApiKey {
  readonly id: string;
  readonly accountId: string;
  /** The revision of the account when the token of the request was checked. */
  readonly revision: number;
  readonly keyHash: string;
  readonly keyPrefix: string;
  readonly description: string | undefined;
  readonly createdAt: number;
  readonly expiresAt?: number | undefined;
  /** The maximum number of active keys of the account, including this one. */
  readonly limit: number;
  /** The request's trace id, for the audit log. */
  readonly traceId?: string | undefined;
  /** When the request has an `Idempotency-Key`. */
  readonly repeatable?: Repeatable | undefined;
}

export interface Revocation {
  readonly id: string;
  /** The time of the first revocation. */
  readonly revokedAt: number;
}

// One statement checks that the account exists, is unchanged and not disabled, and has room, and locks its row in PostgreSQL.
const insertKey = createStatement(
  (key: NewApiKey, creator) => sql`
    insert into api_keys (id, account_id, key_hash, key_prefix, description, created_at, expires_at)
    select ${key.id}, owner.id, ${key.keyHash}, ${key.keyPrefix}, ${key.description},
      ${key.createdAt}, ${key.expiresAt}
    from (${creator.selectFrom('accounts').selectAll().where('id', '=', key.accountId).forUpdate()}) as owner
    where revision = ${key.revision} and disabled_at is null
      and unrevoked_keys - (
        select count(*) from api_keys
        where account_id = owner.id and revoked_at is null and expires_at <= ${key.createdAt}
      ) < ${key.limit}`,
);

/** Stores a key, if the account exists, is not changed or disabled, and has room. Returns whether it did. */
export async function addKey(transaction: StoreTransaction, key: NewApiKey): Promise<boolean> {
  const { numAffectedRows } = await insertKey(transaction, key);
  if (numAffectedRows !== 1n) return false;
  const event = { event: 'api_key_created', keyId: key.id } as const;
  const source = { actor: 'service', traceId: key.traceId } as const;
  await recordEvent(transaction, key.accountId, event, key.createdAt, source);
  return true;
}

type NewRevocation = Readonly<Record<'id' | 'accountId', string>> & { readonly now: number };

const updateKey = createStatement(
  ({ id, accountId, now }: NewRevocation) => sql`
    update api_keys set revoked_at = ${now}
    where id = ${id} and account_id = ${accountId} and revoked_at is null`,
);

/** Revokes a key, if the account, which must be locked, has it and did not revoke it before. Returns whether it did. */
export async function revokeKey(
  transaction: StoreTransaction,
  revocation: NewRevocation,
  source: Source,
): Promise<boolean> {
  const { id, accountId, now } = revocation;
  const { numAffectedRows } = await updateKey(transaction, revocation);
  if (numAffectedRows !== 1n) return false;
  await recordEvent(transaction, accountId, { event: 'api_key_revoked', keyId: id }, now, source);
  return true;
}

export const endedAtOnce = 1000n;

/** Deletes at most `endedAtOnce` keys that were revoked or have expired. */
export const deleteEndedKeys = createStatement(
  ({ accountId, now }: { readonly accountId: string; readonly now: number }) => sql`
    delete from api_keys where account_id = ${accountId} and id in (select id from api_keys
      where account_id = ${accountId} and (revoked_at is not null or expires_at <= ${now}) limit ${endedAtOnce})`,
);

export const findRevocation = createStatement(
  ({ id, accountId }: { readonly id: string; readonly accountId: string }) =>
    sql<{ readonly revokedAt: number | null }>`
      select revoked_at as "revokedAt" from api_keys where id = ${id} and account_id = ${accountId}`,
);

interface FoundKey
  extends Pick<Schema['api_keys'], 'id' | 'description' | 'expires_at' | 'revoked_at'> {
  readonly accountId: string;
  readonly createdAt: number;
}

/** Finds the key with this hash, in any state, unless its owner is disabled. */
export const findByHash = createStatement(
  ({ keyHash }: { readonly keyHash: string }) => sql<FoundKey>`
    select k.id, account_id as "accountId", description, k.created_at as "createdAt", expires_at, revoked_at
    from api_keys as k join accounts as a on a.id = account_id
    where key_hash = ${keyHash} and disabled_at is null`,
);
