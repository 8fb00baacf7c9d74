import { timingSafeEqual } from 'node:crypto';
import { limits } from '../../../generated/contract.ts';
import type { Encryption } from '../../security/encryption/encryption.ts';
import type { OneTimeCode } from '../../security/one-time-codes.ts';
import type { NewKnownNetwork } from '../../security/throttle/failed-logins.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Engine, StoreTransaction } from '../engine.ts';
import { rememberNetwork } from '../known-networks.ts';
import { sql } from '../kysely.ts';
import { encryptedPlaces } from '../schema.ts';
import { createStatement } from '../statement.ts';
import { storeToken } from '../tokens/access-tokens.ts';
import { toHashColumns } from './account-row.ts';
import { type LockedAccount, lockAccount } from './change-account.ts';

export interface CompletedLogin {
  readonly accountId: string;
  /** The revision of the account when its password and code were checked. */
  readonly revision: number;
  /** Required when the account has MFA, ignored otherwise. */
  readonly code: OneTimeCode | undefined;
  /** A hash of the same password with the current cost, when the stored one has another. */
  readonly newPasswordHash?: string | undefined;
  /** From where the identity is known after this login. */
  readonly newKnownNetwork?: NewKnownNetwork | undefined;
  readonly tokenHash: string;
  readonly now: number;
  readonly expiresAt: number;
  /** The request's trace id, for the audit log. */
  readonly traceId?: string | undefined;
}

/**
 * - `code_used`: the TOTP step, a later step, or the recovery code was used before, or the recovery code is unknown.
 * - `account_changed`: since it was read, the account's password or MFA changed, or it was disabled or deleted.
 */
export type LoginOutcome = 'ok' | 'code_used' | 'account_changed';

export type Logins = ReturnType<typeof createLogins>;

export function createLogins({ write }: Engine, encryption: Encryption) {
  return {
    /** In one transaction: consumes the code, and stores the token, the network and a new hash, which ends no tokens. */
    complete: (login: CompletedLogin): Promise<LoginOutcome> =>
      write(
        async (transaction) => {
          const { accountId, now, tokenHash, expiresAt } = login;
          const account = await lockAccount(transaction, accountId);
          // The account may have changed while the password was verified. A token and a known network would then outlive the change.
          if (account?.revision !== login.revision || account.disabled_at !== null)
            return 'account_changed';

          const factor = await consumeCode(transaction, encryption, account, login.code, now);
          if (factor === undefined) return 'code_used';

          if (login.newPasswordHash !== undefined) {
            const columns = toHashColumns(accountId, login.newPasswordHash, encryption);
            await transaction
              .updateTable('accounts')
              .set(columns)
              .where('id', '=', accountId)
              .execute();
          }
          if (login.newKnownNetwork !== undefined)
            await rememberNetwork(transaction, login.newKnownNetwork);
          const token = { tokenHash, accountId, createdAt: now, expiresAt };
          await storeToken(transaction, token, limits.maximumTokens);
          const source = { actor: 'service', traceId: login.traceId } as const;
          await recordEvent(
            transaction,
            accountId,
            { event: 'login_succeeded', factor },
            now,
            source,
          );
          return 'ok';
        },
        login.accountId,
        // Beside Argon2id, whose memory fills the processor's caches, a commit is slow.
        true,
      ),
  };
}

async function consumeCode(
  transaction: StoreTransaction,
  encryption: Encryption,
  account: LockedAccount,
  code: OneTimeCode | undefined,
  now: number,
): Promise<'password' | 'totp' | 'recovery_code' | undefined> {
  if (account.totp_secret === null) return 'password';
  // The operation requires a code before it calls this; the store requires one too.
  if (code === undefined) return undefined;
  if ('totpStep' in code) {
    const { numAffectedRows } = await consumeStep(transaction, {
      accountId: account.id,
      step: code.totpStep,
    });
    return numAffectedRows === 1n ? 'totp' : undefined;
  }
  return (await consumeRecoveryCode(
    transaction,
    encryption,
    account.id,
    code.recoveryCodeHash,
    now,
  ))
    ? 'recovery_code'
    : undefined;
}

const consumeStep = createStatement(
  ({ accountId, step }: { readonly accountId: string; readonly step: number }) => sql`
    update accounts set totp_last_step = ${step}
    where id = ${accountId} and (totp_last_step is null or totp_last_step < ${step})`,
);

/**
 * Stores the hashes as the account's only recovery codes. They are encrypted, not hashed with a key: a rotation can
 * then move them to a new key without the codes, which only their owner has.
 */
export async function storeRecoveryCodes(
  transaction: StoreTransaction,
  encryption: Encryption,
  accountId: string,
  hashes: readonly string[],
): Promise<void> {
  await transaction.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
  if (hashes.length === 0) return;
  const place = encryptedPlaces(accountId).recoveryCodeHash;
  const rows = hashes.map((hash) => ({
    account_id: accountId,
    code_hash: encryption.encrypt(place, hash),
  }));
  await transaction.insertInto('recovery_codes').values(rows).execute();
}

/** Consumes a code. Returns whether it was known and unused. */
async function consumeRecoveryCode(
  transaction: StoreTransaction,
  encryption: Encryption,
  accountId: string,
  codeHash: string,
  now: number,
): Promise<boolean> {
  const place = encryptedPlaces(accountId).recoveryCodeHash;
  const unused = await transaction
    .selectFrom('recovery_codes')
    .select('code_hash as encrypted')
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .execute();
  const [found] = unused.filter(({ encrypted }) =>
    isSame(encryption.decrypt(place, encrypted), codeHash),
  );
  if (found === undefined) return false;
  const { numUpdatedRows } = await transaction
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', found.encrypted)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

function isSame(hash: string, other: string): boolean {
  return hash.length === other.length && timingSafeEqual(Buffer.from(hash), Buffer.from(other));
}
