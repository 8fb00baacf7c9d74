import type { Insertable } from 'kysely';
import type { Seals } from '../../security/encryption/seals.ts';
import { identityKey } from '../../security/identity.ts';
import { costIn } from '../../security/passwords/password-cost.ts';
import { sealedPlaces } from '../encryption/sealed-columns.ts';
import type { AccountsTable } from '../schema.ts';
import type { NewAccount, NewMfa } from './accounts.ts';

/** A new account, its secrets sealed. */
export function toRow(account: NewAccount, now: number, seals: Seals): Insertable<AccountsTable> {
  const { id, passwordHash, passwordIsShort } = account;
  return {
    id,
    identity: account.identity,
    identity_key: identityKey(account.identity),
    nickname: account.nickname,
    ...toPasswordColumns(id, passwordHash, passwordIsShort, seals),
    ...toMfaColumns(id, account.mfa, seals),
    revision: 1,
    created_at: now,
    disabled_at: null,
  };
}

/** A password, sealed, with what verifying it costs and whether it is short. */
export function toPasswordColumns(
  id: string,
  passwordHash: string,
  isShort: boolean | undefined,
  seals: Seals,
) {
  return {
    password_hash: seals.seal(sealedPlaces(id).passwordHash, passwordHash),
    password_cost: costIn(passwordHash) ?? null,
    short_password: isShort === undefined ? null : Number(isShort),
  };
}

/** MFA, sealed; `undefined` for none. */
export function toMfaColumns(id: string, mfa: NewMfa | undefined, seals: Seals) {
  return {
    totp_secret: mfa === undefined ? null : seals.seal(sealedPlaces(id).totpSecret, mfa.totpSecret),
    totp_last_step: mfa?.confirmedStep ?? null,
  };
}
