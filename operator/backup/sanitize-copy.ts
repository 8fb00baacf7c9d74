import { OperatorError } from '../../server/operator-error.ts';
import { recordEvent } from '../../server/store/audit/record-event.ts';
import type { StoreTransaction } from '../../server/store/engine.ts';
import { Kysely } from '../../server/store/kysely.ts';
import { migrate } from '../../server/store/migrations/migrate.ts';
import type { Schema } from '../../server/store/schema.ts';
import { SharedSqliteDialect } from '../../server/store/sqlite/dialect.ts';
import { Sqlite } from '../../server/store/sqlite/sqlite.ts';
import { findForeignSchema } from './inspect.ts';

export interface ReplacedState {
  readonly revokedKeys: Iterable<RevokedKey>;
  /** The accounts that are disabled, and those that were deleted. */
  readonly endedAccounts: readonly string[];
  /** All accounts that it has, and those that were deleted. */
  readonly accounts: readonly string[];
  /** By account: the last time step of which a code was used. */
  readonly lastSteps: readonly (readonly [id: string, step: number])[];
  /** The unused recovery codes of all accounts, as they are stored. */
  readonly unusedCodes: ReadonlySet<string>;
  /** Tables that could not be read, once all of it was. */
  readonly unread: ReadonlySet<string>;
}

export interface RevokedKey {
  readonly accountId: string;
  readonly id: string;
  readonly revokedAt: number;
}

const operator = { actor: 'operator' } as const;
const stepMs = 30_000;

/**
 * Migrates a copy, and ends what must not become valid again: all access tokens, all one-time codes up to now, all key material
 * of repeatable requests, and what is known to have ended. The copy stays one file.
 */
export async function sanitizeRestoredCopy(
  path: string,
  replaced: ReplacedState | undefined,
  now: number,
) {
  const sqlite = new Sqlite(path);
  const database = new Kysely<Schema>({ dialect: new SharedSqliteDialect(sqlite) });
  try {
    sqlite.exec('pragma foreign_keys = on');
    await migrate(database);
    // Since it was checked, the backup may have been replaced by another one.
    const foreign = await findForeignSchema(database);
    if (foreign !== undefined)
      throw new OperatorError('backup_unfit', `the backup cannot be restored: ${foreign}`);
    return await database.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('access_tokens').execute();
      // The key of a request may have been revoked since the backup, so that no repetition may return it.
      await transaction.updateTable('idempotency_records').set({ key_material: null }).execute();
      // The service may already have accepted a code of the next step, from a clock that is fast.
      const step = Math.floor(now / stepMs) + 1;
      await endCodes(transaction, step);
      // If the clock is behind now, later ones were used.
      for (const [id, used] of replaced?.lastSteps ?? [])
        if (used > step) await endCodes(transaction, used, id);
      // How many of them were valid in the backup, and no longer are.
      const endedAgain = replaced && {
        keys: await revokeKeys(transaction, replaced.revokedKeys),
        accounts: await disableAccounts(transaction, replaced.endedAccounts, now),
        codes: await markCodesUsed(transaction, replaced, now),
      };
      await recordEvent(transaction, undefined, { event: 'database_restored' }, now, operator);
      return endedAgain;
    });
  } finally {
    await database.destroy();
  }
}

async function endCodes(transaction: StoreTransaction, step: number, id?: string): Promise<void> {
  await transaction
    .updateTable('accounts')
    .set({ totp_last_step: step })
    .where('totp_secret', 'is not', null)
    .$if(id !== undefined, (some) => some.where('id', '=', id ?? ''))
    .where(({ eb, or }) => or([eb('totp_last_step', 'is', null), eb('totp_last_step', '<', step)]))
    .execute();
}

async function revokeKeys(
  transaction: StoreTransaction,
  revocations: ReplacedState['revokedKeys'],
): Promise<number> {
  let revoked = 0;
  for (const { accountId, id, revokedAt } of revocations) {
    const { numUpdatedRows } = await transaction
      .updateTable('api_keys')
      .set({ revoked_at: revokedAt })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) continue;
    revoked += 1;
    await recordEvent(
      transaction,
      accountId,
      { event: 'api_key_revoked', keyId: id },
      revokedAt,
      operator,
    );
  }
  return revoked;
}

// A deleted account is only disabled: an operator may want it back.
async function disableAccounts(
  transaction: StoreTransaction,
  accounts: readonly string[],
  now: number,
): Promise<number> {
  let disabled = 0;
  for (const id of accounts) {
    const account = await transaction
      .updateTable('accounts')
      .set(({ eb }) => ({ disabled_at: now, revision: eb('revision', '+', 1) }))
      .where('id', '=', id)
      .where('disabled_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (account === undefined) continue;
    disabled += 1;
    await recordEvent(transaction, id, { event: 'account_disabled' }, now, operator);
  }
  return disabled;
}

/**
 * Only codes that the replaced database has unused stay usable. It recognizes them by their encrypted text. So after a rotation of
 * the encryption keys, all codes of the backup count as used.
 */
async function markCodesUsed(
  transaction: StoreTransaction,
  { accounts, unusedCodes }: ReplacedState,
  now: number,
) {
  const known = new Set(accounts);
  const codes = await transaction
    .selectFrom('recovery_codes')
    .select(['account_id as accountId', 'code_hash as stored'])
    .where('used_at', 'is', null)
    .execute();
  const ended = codes.filter(
    ({ accountId, stored }) => known.has(accountId) && !unusedCodes.has(stored),
  );
  for (const { accountId, stored } of ended) {
    await transaction
      .updateTable('recovery_codes')
      .set({ used_at: now })
      .where('account_id', '=', accountId)
      .where('code_hash', '=', stored)
      .execute();
  }
  return ended.length;
}
