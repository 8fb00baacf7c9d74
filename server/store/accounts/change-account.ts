import type { Selectable, Updateable } from 'kysely';
import type { RateLimitKeys } from '../../security/throttle/rate-limit-keys.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Engine, StoreTransaction } from '../engine.ts';
import { forgetKeyMaterial } from '../keys/idempotency-records.ts';
import { forgetNetworks } from '../known-networks.ts';
import type { Schema } from '../schema.ts';
import { createStatement } from '../statement.ts';
import { endTokens } from '../tokens/access-tokens.ts';

type EventName =
  | 'account_disabled'
  | 'account_enabled'
  | 'password_changed'
  | 'mfa_enabled'
  | 'mfa_removed';

export interface AccountChange {
  readonly events: readonly EventName[];
  readonly columns: Updateable<Schema['accounts']>;
  /** Replaces the recovery codes, in the same transaction. */
  readonly storeCodes?: (transaction: StoreTransaction) => Promise<void>;
  /** Whether there is nothing to change, so that tokens stay valid. */
  readonly isDone?: (account: LockedAccount) => boolean;
}

/**
 * Changes an account for an operator, and ends all its tokens. No key that was generated before is returned again. Returns `false` when there is no such account.
 */
export async function changeAccount(
  { write }: Engine,
  rateLimitKeys: RateLimitKeys,
  id: string,
  { events, columns, storeCodes, isDone = () => false }: AccountChange,
  now: number,
): Promise<boolean> {
  return write(async (transaction) => {
    const account = await lockAccount(transaction, id);
    if (account === undefined) return false;
    if (isDone(account)) return true;

    const changed = { ...columns, revision: account.revision + 1 };
    await transaction.updateTable('accounts').set(changed).where('id', '=', id).execute();
    await endTokens(transaction, id);
    // Someone who knew the password may have logged in from them.
    await forgetNetworks(transaction, rateLimitKeys.identity(account.identity));
    // A thief who had a token may have sent an `Idempotency-Key` that the user will send too, or know one.
    await forgetKeyMaterial(transaction, id);
    await storeCodes?.(transaction);
    for (const event of events)
      await recordEvent(transaction, id, { event }, now, { actor: 'operator' });
    return true;
  }, id);
}

/** What changes of an account depend on. */
const columns = ['id', 'identity', 'totp_secret', 'revision', 'disabled_at'] as const;
export type LockedAccount = Pick<Selectable<Schema['accounts']>, (typeof columns)[number]>;

const select = createStatement(({ id }: { readonly id: string }, creator) =>
  creator.selectFrom('accounts').select(columns).where('id', '=', id).forUpdate(),
);

/** Reads an account, and in PostgreSQL locks its row until the transaction ends. In SQLite the whole file is locked. */
export async function lockAccount(
  transaction: StoreTransaction,
  id: string,
): Promise<LockedAccount | undefined> {
  return (await select(transaction, { id })).rows[0];
}
