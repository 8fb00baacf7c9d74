import { randomBytes } from 'node:crypto';
import { demoIdentities } from './config/demo-accounts.ts';
import { OperatorError } from './operator-error.ts';
import { checkNewPassword } from './password-rules.ts';
import { identityKey } from './security/identity.ts';
import {
  createRecoveryCodes,
  createTotpSecret,
  hashRecoveryCode,
  matchStep,
  otpauthUri,
} from './security/mfa-secrets.ts';
import type { Passwords } from './security/passwords.ts';
import { createId } from './security/random.ts';
import type { AccountWithSecrets, NewMfa, Store } from './store/store.ts';

/** What operators do with accounts, apart from what the store does by itself. */
export interface AccountDeps {
  readonly store: Pick<Store, 'accounts'>;
  readonly passwords: Pick<Passwords, 'hash'>;
  /** Of the database, for messages. */
  readonly database: string;
}

export interface AccountToAdd {
  readonly identity: string;
  readonly nickname: string;
  readonly password: string;
  readonly mfa: NewMfa | undefined;
}

/** @throws OperatorError when there is no account with this identity */
export async function findAccount(
  { store, database }: Pick<AccountDeps, 'store' | 'database'>,
  identity: string,
): Promise<AccountWithSecrets> {
  const account = await store.accounts.findByIdentity(identity);
  if (account !== undefined) return account;
  throw new OperatorError(
    `there is no account ${identity} in ${database}: 'account-access accounts list' lists all accounts`,
  );
}

/** Returns the id of the new account. @throws OperatorError */
export async function addAccount(
  { store, passwords, database }: AccountDeps,
  { password, ...account }: AccountToAdd,
): Promise<string> {
  checkAccount(account);
  await checkNewPassword(password, { ...account, mfaEnabled: account.mfa !== undefined });
  const id = createId('user', randomBytes);
  const passwordHash = await passwords.hash(password);
  const outcome = await store.accounts.add({ ...account, id, passwordHash }, Date.now());
  if (outcome === 'added') return id;
  throw new OperatorError(`there is already an account ${account.identity} in ${database}`);
}

/** Ends the access tokens of the account. @throws OperatorError */
export async function setPassword(
  deps: AccountDeps,
  identity: string,
  password: string,
): Promise<void> {
  const account = await findAccount(deps, identity);
  await checkNewPassword(password, account);
  await deps.store.accounts.setPassword(
    account.id,
    await deps.passwords.hash(password),
    Date.now(),
  );
}

/** What the owner of an account enters into an authenticator app. Nothing is stored yet. */
export function prepareMfa(identity: string) {
  const totpSecret = createTotpSecret(randomBytes);
  return { totpSecret, uri: otpauthUri(totpSecret, identity, 'Account Access') };
}

/** `undefined` when the code is wrong. The code is consumed: it cannot log in too. */
export function confirmMfa(totpSecret: string, code: string) {
  const confirmedStep = matchStep(totpSecret, code, Date.now());
  if (confirmedStep === undefined) return undefined;
  const recoveryCodes = createRecoveryCodes(randomBytes);
  const mfa: NewMfa = { totpSecret, confirmedStep, recoveryCodeHashes: hashAll(recoveryCodes) };
  return { mfa, recoveryCodes };
}

export function hashAll(recoveryCodes: readonly string[]): string[] {
  return recoveryCodes.map(hashRecoveryCode).filter((hash) => hash !== undefined);
}

// Characters that users cannot type at a login, or that make two identities or nicknames look the same on a screen.
const invisible = /[\p{Cc}\p{Cs}\p{Bidi_Control}\ufffd]/u;
const space = /[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** At least the contract's rules for `identity`: an account must be able to log in. @throws OperatorError */
export function checkAccount({
  identity,
  nickname,
}: Pick<AccountToAdd, 'identity' | 'nickname'>): void {
  const length = Array.from(identity).length;
  const [before, after, ...more] = identity.split('@');
  const isValid =
    length >= 3 &&
    length <= 254 &&
    !invisible.test(identity) &&
    !space.test(identity) &&
    before &&
    after;
  if (!isValid || more.length > 0) {
    throw new OperatorError(
      'the identity must have 3 to 254 characters, one @ with text on both sides, and no spaces or invisible characters',
    );
  }
  if (demoIdentities.includes(identityKey(identity))) {
    throw new OperatorError(
      `${identity} belongs to a demo account, and 'serve' rejects a database that has one`,
    );
  }
  const nicknameLength = Array.from(nickname).length;
  if (nicknameLength < 1 || nicknameLength > 100 || invisible.test(nickname)) {
    throw new OperatorError(
      'the nickname must have 1 to 100 characters, and no control characters',
    );
  }
}

/** The nickname of an account that is given none. */
export function defaultNickname(identity: string): string {
  const local = identity.slice(0, identity.indexOf('@'));
  return Array.from(local).slice(0, 100).join('');
}
