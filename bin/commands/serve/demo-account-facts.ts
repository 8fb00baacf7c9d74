import { type DemoAccount, demoAccounts } from '../../../server/config/demo-accounts.ts';

/** Who may log in to a mock or a demo, for `--json`. All of it is public. */
export function demoAccountFacts() {
  return Object.values<DemoAccount>(demoAccounts).map(({ identity, password, disabled, mfa }) => ({
    identity,
    password,
    disabled,
    totpSecret: mfa?.totpSecret,
  }));
}
