import { createId } from '../security/id.ts';
import type { Passwords } from '../security/password.ts';
import type { Random } from '../security/random.ts';
import type { Account, Accounts, NewMfa } from '../store/accounts.ts';
import { hashAll } from './mfa-setup.ts';

/** Everything in it is public: these accounts exist only where a server was started for trying it out. */
export interface DemoAccount {
  readonly identity: string;
  readonly nickname: string;
  readonly password: string;
  readonly disabled: boolean;
  readonly mfa?: {
    /** Base32, for an authenticator app or a test. */
    readonly totpSecret: string;
    /** Each works once in the life of a database. */
    readonly recoveryCodes: readonly string[];
  };
}

export const demoAccounts = {
  plain: {
    identity: 'demo@example.com',
    nickname: 'Demo',
    password: 'demo-password',
    disabled: false,
  },
  mfa: {
    identity: 'demo-mfa@example.com',
    nickname: 'Demo with MFA',
    password: 'demo-mfa-password',
    disabled: false,
    mfa: {
      totpSecret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      recoveryCodes: Array.from({ length: 10 }, (_, index) => `dem00-c0de0-0000${index}`),
    },
  },
  secondMfa: {
    identity: 'demo-mfa-2@example.com',
    nickname: 'Second demo with MFA',
    password: 'demo-mfa-2-password',
    disabled: false,
    mfa: {
      totpSecret: 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU',
      recoveryCodes: Array.from({ length: 10 }, (_, index) => `dem02-c0de0-0000${index}`),
    },
  },
  second: {
    identity: 'demo-second@example.com',
    nickname: 'Second demo',
    // Longer than the 72 octets at which some hashes stop reading, so that contract tests can ask about it.
    password: 'demo-second-password, and more of it than the seventy-two octets that some hashes read',
    disabled: false,
  },
  disabled: {
    identity: 'demo-disabled@example.com',
    nickname: 'Disabled demo',
    password: 'demo-disabled-password',
    disabled: true,
  },
} as const satisfies Record<string, DemoAccount>;

export interface DemoDeps {
  readonly accounts: Accounts;
  readonly passwords: Passwords;
  readonly random: Random;
  readonly now: () => number;
}

/**
 * Makes the demo accounts that are missing and puts right those that were altered. One that is as it should be is not
 * touched, so its tokens and keys outlive a restart. Answers with what to print.
 */
export async function ensureDemoAccounts(deps: DemoDeps): Promise<typeof demoAccounts> {
  for (const demo of Object.values<DemoAccount>(demoAccounts)) {
    const account = (await deps.accounts.findByIdentity(demo.identity)) ?? (await addDemo(deps, demo));
    await putRight(deps, demo, account);
  }
  return demoAccounts;
}

async function addDemo({ accounts, passwords, random, now }: DemoDeps, demo: DemoAccount): Promise<Account> {
  const { identity, nickname } = demo;
  const passwordHash = await passwords.hash(demo.password);
  const id = createId('user', random);
  // Another process may have added it first, which is as good.
  await accounts.add({ id, identity, nickname, passwordHash, mfa: toMfa(demo) }, now());
  const account = await accounts.findByIdentity(identity);
  if (account === undefined) throw new Error('a demo account was deleted while it was being made');
  return account;
}

async function putRight({ accounts, passwords, now }: DemoDeps, demo: DemoAccount, account: Account) {
  const { id } = account;
  if (!(await passwords.verify(account.passwordHash, demo.password))) {
    await accounts.setPassword(id, await passwords.hash(demo.password), now());
  }
  const mfa = toMfa(demo);
  if (account.totpSecret !== mfa?.totpSecret) {
    await (mfa === undefined ? accounts.removeMfa(id, now()) : accounts.setMfa(id, mfa, now()));
  }
  if (account.disabled !== demo.disabled) {
    await (demo.disabled ? accounts.disable(id, now()) : accounts.enable(id, now()));
  }
}

function toMfa({ mfa }: DemoAccount): NewMfa | undefined {
  return (
    mfa && {
      totpSecret: mfa.totpSecret,
      confirmedStep: undefined,
      recoveryCodeHashes: hashAll(mfa.recoveryCodes),
    }
  );
}
