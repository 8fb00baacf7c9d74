import type { Insertable } from 'kysely';
import type { Encryption } from '../../security/encryption/encryption.ts';
import { identityKey } from '../../security/identity.ts';
import { costIn } from '../../security/passwords/password-cost.ts';
import { encryptedPlaces } from '../encryption/encrypted-columns.ts';
import type { AccountsTable } from '../schema.ts';
import type { NewAccount, NewMfa } from './accounts.ts';

/** The row of a new account, its secrets encrypted. */
export function toRow(account: NewAccount, now: number, encryption: Encryption): Insertable<AccountsTable> {
  const { id, passwordHash, passwordIsShort } = account;
  return {
    id,
    identity: account.identity,
    identity_key: identityKey(account.identity),
    nickname: account.nickname,
    ...toPasswordColumns(id, passwordHash, passwordIsShort, encryption),
    ...toMfaColumns(id, account.mfa, encryption),
    revision: 1,
    created_at: now,
    disabled_at: null,
  };
}

/** An encrypted password hash, with what verifying it costs and whether the password is short. */
export function toPasswordColumns(
  id: string,
  passwordHash: string,
  isShort: boolean | undefined,
  encryption: Encryption,
) {
  return {
    password_hash: encryption.encrypt(encryptedPlaces(id).passwordHash, passwordHash),
    password_cost: costIn(passwordHash) ?? null,
    short_password: isShort === undefined ? null : Number(isShort),
  };
}

/** An encrypted TOTP secret; pass `undefined` for none. */
export function toMfaColumns(id: string, mfa: NewMfa | undefined, encryption: Encryption) {
  return {
    totp_secret:
      mfa === undefined ? null : encryption.encrypt(encryptedPlaces(id).totpSecret, mfa.totpSecret),
    totp_last_step: mfa?.confirmedStep ?? null,
  };
}
