import { createId } from '../security/id.ts';
import type { Passwords } from '../security/password.ts';
import type { Random } from '../security/random.ts';
import type { Account, Accounts, NewMfa } from '../store/accounts.ts';
import { checkIdentity, checkNickname, checkPassword } from './account-rules.ts';
import { OperatorError } from './operator-error.ts';

export interface OperatorDeps {
  readonly accounts: Accounts;
  readonly passwords: Pick<Passwords, 'hash'>;
  readonly random: Random;
  readonly now: () => number;
}

export interface AccountToAdd {
  readonly identity: string;
  /** Without one, the part of the identity before the `@`. */
  readonly nickname?: string | undefined;
  readonly password: string;
  readonly mfa?: NewMfa | undefined;
}

/** An account as operators see it: nothing in it is secret. */
export interface AccountSummary {
  readonly id: string;
  readonly identity: string;
  readonly nickname: string;
  readonly state: 'enabled' | 'disabled';
  readonly mfaEnabled: boolean;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** What operators do to accounts. Each function throws an `OperatorError` that says what is wrong. */
export interface AccountOperator {
  /** Whether an account could be added, before anybody is asked for its password. */
  checkNew(account: Pick<AccountToAdd, 'identity' | 'nickname'>): Promise<void>;
  /** Answers with the new account's id. */
  add(account: AccountToAdd): Promise<string>;
  list(): Promise<AccountSummary[]>;
  find(identity: string): Promise<AccountSummary>;
  disable(identity: string): Promise<void>;
  enable(identity: string): Promise<void>;
  remove(identity: string): Promise<void>;
  /** Forgets its failed logins and one-time codes, from wherever they came. */
  unlock(identity: string): Promise<void>;
  setPassword(identity: string, password: string): Promise<void>;
}

export function createAccountOperator({ accounts, passwords, random, now }: OperatorDeps): AccountOperator {
  const existing = async (identity: string): Promise<Account> => {
    const account = await accounts.find(identity);
    if (account === undefined)
      throw new OperatorError('account_unknown', 'there is no account with this identity');
    return account;
  };
  // The account may go between being found and being changed.
  const change = async (identity: string, apply: (id: string) => Promise<boolean>) => {
    const { id } = await existing(identity);
    if (!(await apply(id))) throw new OperatorError('account_unknown', 'the account was deleted meanwhile');
  };
  const taken = () => new OperatorError('identity_taken', 'there is already an account with this identity');

  return {
    async checkNew({ identity, nickname }) {
      checkIdentity(identity);
      checkNickname(nickname ?? localPart(identity));
      if ((await accounts.find(identity)) !== undefined) throw taken();
    },

    async add({ identity, nickname = localPart(identity), password, mfa }) {
      checkIdentity(identity);
      checkNickname(nickname);
      checkPassword(password);
      const id = createId('user', random);
      const passwordHash = await passwords.hash(password);
      const outcome = await accounts.add({ id, identity, nickname, passwordHash, mfa }, now());
      if (outcome === 'identity_taken') throw taken();
      return id;
    },

    list: async () => (await accounts.list()).map(summarise),
    find: async (identity) => summarise(await existing(identity)),
    disable: (identity) => change(identity, (id) => accounts.disable(id, now())),
    enable: (identity) => change(identity, (id) => accounts.enable(id, now())),
    unlock: (identity) => change(identity, (id) => accounts.unlock(id, now())),
    remove: (identity) => change(identity, (id) => accounts.delete(id, now())),

    async setPassword(identity, password) {
      checkPassword(password);
      await change(identity, async (id) => accounts.setPassword(id, await passwords.hash(password), now()));
    },
  };
}

function localPart(identity: string): string {
  // 100 code points of it, the most that a nickname may have.
  return Array.from(identity.slice(0, identity.indexOf('@')))
    .slice(0, 100)
    .join('');
}

function summarise(account: Account): AccountSummary {
  return {
    id: account.id,
    identity: account.identity,
    nickname: account.nickname,
    state: account.disabled ? 'disabled' : 'enabled',
    mfaEnabled: account.mfaEnabled,
    createdAt: account.createdAt,
  };
}
