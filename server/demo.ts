import { randomBytes } from 'node:crypto';
import { hashAll } from './accounts.ts';
import { type DemoAccount, demoAccounts, demoIdentities } from './config/demo-accounts.ts';
import { OperatorError } from './operator-error.ts';
import type { Passwords } from './security/passwords.ts';
import { createId } from './security/random.ts';
import type { NewMfa, Store } from './store/store.ts';

type Accounts = Store['accounts'];

/** Makes the demo accounts, or restores them. Their tokens and keys survive a restart. */
export async function ensureDemoAccounts(accounts: Accounts, passwords: Passwords): Promise<void> {
  for (const demo of Object.values<DemoAccount>(demoAccounts)) {
    await ensureDemoAccount(accounts, passwords, demo);
  }
}

async function ensureDemoAccount(
  accounts: Accounts,
  passwords: Passwords,
  { identity, nickname, password, disabled, mfa: demoMfa }: DemoAccount,
): Promise<void> {
  const now = Date.now();
  const mfa: NewMfa | undefined = demoMfa && {
    totpSecret: demoMfa.totpSecret,
    confirmedStep: undefined,
    recoveryCodeHashes: hashAll(demoMfa.recoveryCodes),
  };
  if ((await accounts.findByIdentity(identity)) === undefined) {
    const passwordHash = await passwords.hash(password);
    const id = createId('user', randomBytes);
    // Another process may have added it first.
    await accounts.add({ id, identity, nickname, passwordHash, mfa }, now);
  }
  const account = await accounts.findByIdentity(identity);
  if (account === undefined) throw new Error('a demo account was deleted while it was being made');

  if (!(await passwords.verify(account.passwordHash, password))) {
    await accounts.setPassword(account.id, await passwords.hash(password), now);
  }
  if (account.totpSecret !== mfa?.totpSecret) {
    await (mfa === undefined
      ? accounts.removeMfa(account.id, now)
      : accounts.setMfa(account.id, mfa, now));
  }
  if (account.disabled !== disabled) {
    await (disabled ? accounts.disable(account.id, now) : accounts.enable(account.id, now));
  }
}

/** Demo accounts have public passwords, and a demo has no rate limits. @throws OperatorError */
export async function separateDemo(
  accounts: Accounts,
  { isDemo, database }: { readonly isDemo: boolean; readonly database: string },
): Promise<void> {
  const identities = (await accounts.list()).map(({ identity }) => identity);
  const demo = identities.find((identity) => demoIdentities.includes(identity));
  const real = identities.find((identity) => !demoIdentities.includes(identity));
  if (isDemo && real !== undefined) {
    throw new OperatorError(
      `${database} has real accounts, and a demo must not serve them: use another database with --database`,
    );
  }
  if (!isDemo && demo !== undefined) {
    throw new OperatorError(
      `${database} has the demo account ${demo}, whose password is public: start with --demo, use another database with --database, or run 'account-access accounts delete ${demo}'`,
    );
  }
}
