import { type DemoAccount, demoAccounts } from '../../server/config/demo-accounts.ts';
import { OperatorError } from '../../server/operator-error.ts';
import type { Passwords } from '../../server/security/passwords/password.ts';
import { createId, type Random } from '../../server/security/random.ts';
import type { AccountWithSecrets, NewMfa } from '../../server/store/accounts/account-row.ts';
import type { Accounts } from '../../server/store/accounts/accounts.ts';
import { hashAll } from './mfa-setup.ts';

export interface DemoDeps {
  readonly accounts: Accounts;
  readonly passwords: Passwords;
  readonly random: Random;
  readonly now: () => number;
}

/** Leaves all others untouched, so that their tokens and keys survive a restart. */
export async function ensureDemoAccounts(deps: DemoDeps): Promise<void> {
  for (const demo of Object.values<DemoAccount>(demoAccounts)) {
    const account =
      (await deps.accounts.findByIdentity(demo.identity)) ?? (await addDemo(deps, demo));
    await restoreDemo(deps, demo, account);
  }
}

async function addDemo(
  { accounts, passwords, random, now }: DemoDeps,
  demo: DemoAccount,
): Promise<AccountWithSecrets> {
  const { identity, nickname } = demo;
  const passwordHash = await passwords.hash(demo.password);
  const id = createId('user', random);
  // Another process may have added it first.
  await accounts.add({ id, identity, nickname, passwordHash, mfa: toMfa(demo) }, now());
  const account = await accounts.findByIdentity(identity);
  if (account === undefined) throw new Error('a demo account was deleted while it was being made');
  return account;
}

async function restoreDemo(
  { accounts, passwords, now }: DemoDeps,
  demo: DemoAccount,
  account: AccountWithSecrets,
) {
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

export const demoIdentities: readonly string[] = Object.values(demoAccounts).map(
  ({ identity }) => identity,
);

/** Demo accounts have public passwords, and a demo has no rate limits. @throws OperatorError */
export async function separateDemo(
  accounts: Pick<Accounts, 'find' | 'list'>,
  demo: boolean,
): Promise<void> {
  if (demo) {
    const others = (await accounts.list()).filter(
      ({ identity }) => !demoIdentities.includes(identity),
    );
    if (others.length === 0) return;
    throw new OperatorError(
      'demo_mixed',
      'the database has real accounts, and a demo must not serve them: use another database with --database',
    );
  }
  for (const identity of demoIdentities) {
    if ((await accounts.find(identity)) === undefined) continue;
    throw new OperatorError(
      'demo_mixed',
      `the database has the demo account ${identity}, whose password is public: start with --demo, use another database with --database, or run 'account-access accounts delete ${identity}'`,
    );
  }
}
