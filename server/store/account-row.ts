import type { Encryption } from '../security/encryption.ts';
import type { Statements } from './database.ts';
import type { Account } from './store.ts';

/** The columns of `Account`. */
export const accountColumns =
  'id, identity, nickname, totp_secret, revision, created_at, disabled_at';

export interface AccountRow {
  readonly id: string;
  readonly identity: string;
  readonly nickname: string;
  /** Encrypted. */
  readonly totp_secret: string | null;
  readonly revision: number;
  readonly created_at: number;
  readonly disabled_at: number | null;
}

export function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    identity: row.identity,
    nickname: row.nickname,
    disabled: row.disabled_at !== null,
    mfaEnabled: row.totp_secret !== null,
    createdAt: row.created_at,
    revision: row.revision,
  };
}

type LockedAccount = Pick<AccountRow, 'revision' | 'disabled_at' | 'totp_secret'>;

/** Reads an account, and locks it until the transaction ends. The first statement of each change to an account that exists. */
export function lockAccount(on: Statements, id: string): Promise<LockedAccount | undefined> {
  return on.one<LockedAccount>(
    'select revision, disabled_at, totp_secret from accounts where id = ? for update',
    id,
  );
}

/** Whether an account is unchanged since it had this revision, and is not disabled. */
export function isUnchanged(
  account: LockedAccount | undefined,
  revision: number,
): account is LockedAccount {
  return account?.revision === revision && account.disabled_at === null;
}

const totpPlace = (accountId: string) => ({ column: 'accounts.totp_secret', accountId });

export function encryptTotpSecret(encryption: Encryption, id: string, secret: string): string {
  return encryption.encrypt(secret, totpPlace(id));
}

export function decryptTotpSecret(
  encryption: Encryption,
  { id, totp_secret }: AccountRow,
): string | undefined {
  return totp_secret === null ? undefined : encryption.decrypt(totp_secret, totpPlace(id));
}
