import { OperatorError, unknownAccount } from '../../server/operator-error.ts';
import { identityKey } from '../../server/security/identity.ts';
import type { Passwords } from '../../server/security/passwords/password.ts';
import { createId, type Random } from '../../server/security/random.ts';
import type { Account, NewMfa } from '../../server/store/accounts/account-row.ts';
import type { Accounts } from '../../server/store/accounts/accounts.ts';
import { demoIdentities } from './demo.ts';
import {
  checkIdentity,
  checkNewPassword,
  checkNickname,
  isShortPassword,
} from './password-rules.ts';

interface OperatorDeps {
  readonly accounts: Accounts;
  readonly passwords: Pick<Passwords, 'hash'>;
  readonly random: Random;
  readonly now: () => number;
}

interface NewAccount {
  readonly identity: string;
  /** @default the part of the identity before the `@` */
  readonly nickname?: string | undefined;
}

interface AccountToAdd extends NewAccount {
  readonly password: string;
  readonly mfa?: NewMfa | undefined;
}

export type AccountSummary = ReturnType<typeof summarise>;

/** What is wrong with a new account before a database is opened. @throws OperatorError */
export function checkAccount({ identity, nickname }: NewAccount): void {
  checkIdentity(identity);
  if (demoIdentities.includes(identityKey(identity)))
    throw new OperatorError(
      'identity_invalid',
      `${identity} belongs to a demo account, and 'serve' rejects a database that has one`,
    );
  checkNickname(nickname ?? localPart(identity));
}

/** Checks that a new account could have this password, before its MFA is set up. @throws OperatorError */
export async function checkPassword(
  { identity, nickname = localPart(identity) }: NewAccount,
  password: string,
  mfaEnabled: boolean,
): Promise<void> {
  await checkNewPassword(password, { identity, nickname, mfaEnabled });
}

export type AccountOperator = ReturnType<typeof createAccountOperator>;

/** What operators do with accounts. Each function throws an `OperatorError` that says what is wrong. */
export function createAccountOperator({ accounts, passwords, random, now }: OperatorDeps) {
  const existing = async (identity: string): Promise<Account> => {
    const account = await accounts.find(identity);
    if (account === undefined) throw unknownAccount();
    return account;
  };
  // Another process may delete the account between the two calls.
  const change = async (identity: string, apply: (id: string) => Promise<boolean>) => {
    const { id } = await existing(identity);
    if (!(await apply(id))) throw gone();
  };
  const gone = () => new OperatorError('account_unknown', 'the account has just been deleted');
  const hashOf = async (password: string) => ({
    hash: await passwords.hash(password),
    isShort: isShortPassword(password),
  });
  const taken = () =>
    new OperatorError('identity_taken', 'an account with this identity already exists');

  return {
    /** Checks that an account could be added, before the operator enters its password. */
    async checkNew({ identity, nickname }: NewAccount): Promise<void> {
      checkAccount({ identity, nickname });
      if ((await accounts.find(identity)) !== undefined) throw taken();
    },

    /** Returns the new account's id. */
    async add({
      identity,
      nickname = localPart(identity),
      password,
      mfa,
    }: AccountToAdd): Promise<string> {
      checkAccount({ identity, nickname });
      await checkPassword({ identity, nickname }, password, mfa !== undefined);
      const id = createId('user', random);
      const { hash: passwordHash, isShort: passwordIsShort } = await hashOf(password);
      const outcome = await accounts.add(
        { id, identity, nickname, passwordHash, passwordIsShort, mfa },
        now(),
      );
      if (outcome === 'identity_taken') throw taken();
      return id;
    },

    list: async () => (await accounts.list()).map(summarise),
    find: async (identity: string) => summarise(await existing(identity)),
    disable: (identity: string) => change(identity, (id) => accounts.disable(id, now())),
    enable: (identity: string) => change(identity, (id) => accounts.enable(id, now())),
    /** Resets its counts of failed logins and one-time codes, from all addresses. */
    unlock: (identity: string) => change(identity, (id) => accounts.unlock(id, now())),
    /** Not another account that has the identity by now. */
    remove: (identity: string, id: string) =>
      change(identity, async (found) => found === id && accounts.delete(id, now())),

    async setPassword(identity: string, password: string): Promise<void> {
      const account = await existing(identity);
      await checkNewPassword(password, account);
      const { hash, isShort } = await hashOf(password);
      if (!(await accounts.setPassword(account.id, hash, now(), isShort))) throw gone();
    },

    /** Needs a new password when the current one may be too short without MFA. */
    async removeMfa(identity: string, newPassword?: string): Promise<void> {
      const account = await existing(identity);
      if (!account.mfaEnabled) throw new OperatorError('mfa_absent', 'the account has no MFA');
      if (newPassword === undefined && account.passwordIsShort !== false)
        throw tooShortWithoutMfa(account);
      if (newPassword !== undefined)
        await checkNewPassword(newPassword, { ...account, mfaEnabled: false });
      const password = newPassword === undefined ? undefined : await hashOf(newPassword);
      if (!(await accounts.removeMfa(account.id, now(), password))) throw gone();
    },
  };
}

function localPart(identity: string): string {
  // 100 code points of it, the most that a nickname may have.
  return Array.from(identity.slice(0, identity.indexOf('@')))
    .slice(0, 100)
    .join('');
}

/** An account as operators see it. It contains no secrets. */
function summarise({ id, identity, nickname, disabled, mfaEnabled, createdAt }: Account) {
  return {
    id,
    identity,
    nickname,
    state: disabled ? 'disabled' : 'enabled',
    mfaEnabled,
    createdAt,
  };
}

function tooShortWithoutMfa({ passwordIsShort }: Account): OperatorError {
  const reason = passwordIsShort === undefined ? 'may be' : 'is';
  return new OperatorError(
    'password_needed',
    `the password of the account ${reason} too short without MFA: set a new one with --new-password`,
  );
}
