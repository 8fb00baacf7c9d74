import type { Insertable, Selectable } from 'kysely';
import type { Encryption } from '../../security/encryption/encryption.ts';
import { identityKey } from '../../security/identity.ts';
import { costIn } from '../../security/passwords/password-cost.ts';
import type { Reader } from '../engine.ts';
import { encryptedPlaces, type Schema } from '../schema.ts';
import { createStatement } from '../statement.ts';

/** An account without its secrets. */
export interface Account {
  readonly id: string;
  readonly identity: string;
  readonly nickname: string;
  readonly disabled: boolean;
  readonly mfaEnabled: boolean;
  /** Whether the password is long enough only with MFA; `undefined` when it is unknown. */
  readonly passwordIsShort: boolean | undefined;
  /** Changes with password, MFA and state. A login passes it to `logins.complete`. */
  readonly revision: number;
  readonly createdAt: number;
}

/** An account as a login needs it, its secrets decrypted. */
export interface AccountWithSecrets extends Account {
  readonly passwordHash: string;
  /** Base32; `undefined` when the account has no MFA. */
  readonly totpSecret: string | undefined;
}

export type AccountRow = Selectable<Schema['accounts']>;

const findByKey = createStatement(({ key }: { readonly key: string }, creator) =>
  creator.selectFrom('accounts').selectAll().where('identity_key', '=', key),
);

export async function findAccountRow(
  reader: Reader,
  identity: string,
): Promise<AccountRow | undefined> {
  return (await findByKey(reader, { key: identityKey(identity) })).rows[0];
}

export function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    identity: row.identity,
    nickname: row.nickname,
    disabled: row.disabled_at !== null,
    mfaEnabled: row.totp_secret !== null,
    passwordIsShort: row.short_password === null ? undefined : row.short_password !== 0,
    revision: row.revision,
    createdAt: row.created_at,
  };
}

export function withSecrets(row: AccountRow, encryption: Encryption): AccountWithSecrets {
  const places = encryptedPlaces(row.id);
  return {
    passwordHash: encryption.decrypt(places.passwordHash, row.password_hash),
    totpSecret:
      row.totp_secret === null ? undefined : encryption.decrypt(places.totpSecret, row.totp_secret),
    ...toAccount(row),
  };
}

/** MFA that the user has just confirmed with a code. */
export interface NewMfa {
  readonly totpSecret: string;
  /** The step of the confirming code, which is consumed; `undefined` when there was no code. */
  readonly confirmedStep: number | undefined;
  readonly recoveryCodeHashes: readonly string[];
}

export interface NewAccount {
  readonly id: string;
  readonly identity: string;
  readonly nickname: string;
  readonly passwordHash: string;
  readonly passwordIsShort?: boolean | undefined;
  readonly mfa?: NewMfa | undefined;
}

/** The row of a new account, its secrets encrypted. */
export function toRow(
  account: NewAccount,
  now: number,
  encryption: Encryption,
): Insertable<Schema['accounts']> {
  const { id, passwordHash, passwordIsShort } = account;
  return {
    id,
    identity: account.identity,
    identity_key: identityKey(account.identity),
    nickname: account.nickname,
    ...toHashColumns(id, passwordHash, encryption),
    ...toShortColumn(passwordIsShort),
    ...toMfaColumns(id, account.mfa, encryption),
    revision: 1,
    created_at: now,
    disabled_at: null,
  };
}

/** An encrypted password hash, with what verifying it costs. */
export function toHashColumns(id: string, passwordHash: string, encryption: Encryption) {
  return {
    password_hash: encryption.encrypt(encryptedPlaces(id).passwordHash, passwordHash),
    password_cost: costIn(passwordHash) ?? null,
  };
}

export function toShortColumn(isShort: boolean | undefined) {
  return { short_password: isShort === undefined ? null : Number(isShort) };
}

/** An encrypted TOTP secret; pass `undefined` for none. */
export function toMfaColumns(id: string, mfa: NewMfa | undefined, encryption: Encryption) {
  return {
    totp_secret:
      mfa === undefined ? null : encryption.encrypt(encryptedPlaces(id).totpSecret, mfa.totpSecret),
    totp_last_step: mfa?.confirmedStep ?? null,
  };
}
