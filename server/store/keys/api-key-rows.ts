import { recordEvent, type Source } from '../audit/record-event.ts';
import type { StoreTransaction } from '../engine.ts';
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
const insertKey = createStatement((creator, key: NewApiKey) =>
  creator
    .insertInto('api_keys')
    .columns(['id', 'account_id', 'key_hash', 'key_prefix', 'description', 'created_at', 'expires_at'])
    .expression(({ selectFrom, val }) =>
      selectFrom('accounts')
        .select([
          val(key.id).as('id'),
          'accounts.id as account_id',
          val(key.keyHash).as('key_hash'),
          val(key.keyPrefix).as('key_prefix'),
          val(key.description ?? null).as('description'),
          val(key.createdAt).as('created_at'),
          val(key.expiresAt ?? null).as('expires_at'),
        ])
        .where('accounts.id', '=', key.accountId)
        .where('revision', '=', key.revision)
        .where('disabled_at', 'is', null)
        .where(({ eb, selectFrom }) => {
          const expired = selectFrom('api_keys')
            .whereRef('account_id', '=', 'accounts.id')
            .where('revoked_at', 'is', null)
            .where('expires_at', '<=', key.createdAt)
            .select(({ fn }) => fn.countAll<number>().as('expired'));
          return eb(eb('unrevoked_keys', '-', expired), '<', key.limit);
        })
        .forUpdate(),
    ),
);

/** Stores a key, if the account exists, is not changed or disabled, and has room. Returns whether it did. */
export async function addKey(transaction: StoreTransaction, key: NewApiKey): Promise<boolean> {
  const { numAffectedRows } = await insertKey(transaction, key);
  if (numAffectedRows !== 1n) return false;
  const event = { event: 'api_key_created', keyId: key.id } as const;
  await recordEvent(transaction, key.accountId, event, key.createdAt, {
    actor: 'service',
    traceId: key.traceId,
  });
  return true;
}

interface NewRevocation {
  readonly id: string;
  readonly accountId: string;
  readonly now: number;
}

// Locks the account before the key, as every other change of an account does.
const updateKey = createStatement((creator, { id, accountId, now }: NewRevocation) =>
  creator
    .updateTable('api_keys')
    .from(({ selectFrom }) =>
      selectFrom('accounts')
        .select('accounts.id')
        .where('accounts.id', '=', accountId)
        .forUpdate()
        .as('owner'),
    )
    .set({ revoked_at: now })
    .where('api_keys.id', '=', id)
    .whereRef('api_keys.account_id', '=', 'owner.id')
    .where('revoked_at', 'is', null),
);

/** Revokes a key, if the account has it and did not revoke it before. Returns whether it did. */
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

export const findRevocation = createStatement(
  (creator, { id, accountId }: { readonly id: string; readonly accountId: string }) =>
    creator
      .selectFrom('api_keys')
      .select('revoked_at as revokedAt')
      .where('id', '=', id)
      .where('account_id', '=', accountId),
);

/** Finds the key with this hash, in any state, unless its owner is disabled. */
export const findByHash = createStatement((creator, { keyHash }: { readonly keyHash: string }) =>
  creator
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .select([
      'api_keys.id',
      'account_id as accountId',
      'description',
      'api_keys.created_at as createdAt',
      'expires_at',
      'revoked_at',
    ])
    .where('key_hash', '=', keyHash)
    .where('disabled_at', 'is', null),
);
