import { demoAccounts } from '../../server/config/demo-accounts.ts';
import { OperatorError } from '../../server/operator-error.ts';
import type { Accounts } from '../../server/store/accounts/accounts.ts';

const demoIdentities: readonly string[] = Object.values(demoAccounts).map(({ identity }) => identity);

/**
 * Keeps demo accounts, whose passwords everybody knows, out of a real service, and real accounts out of a demo, which has
 * no rate limits. @throws OperatorError
 */
export async function keepDemoApart(accounts: Pick<Accounts, 'find' | 'list'>, demo: boolean): Promise<void> {
  if (demo) {
    const others = (await accounts.list()).filter(({ identity }) => !demoIdentities.includes(identity));
    if (others.length === 0) return;
    throw new OperatorError(
      'demo_mixed',
      'the database has real accounts, and a demo must not serve them: give another with --database',
    );
  }
  for (const identity of demoIdentities) {
    if ((await accounts.find(identity)) === undefined) continue;
    throw new OperatorError(
      'demo_mixed',
      `the database has the demo account ${identity}, whose password is public: start with --demo, give another with --database, or remove it with 'accounts delete'`,
    );
  }
}
