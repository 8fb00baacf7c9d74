import { createMock } from '../mock/create-mock.ts';
import { type DemoAccount, demoAccounts } from '../server/config/demo-accounts.ts';
import { currentTotpCode } from '../server/security/one-time-codes/totp-step.ts';

/** Accepted from every account with MFA, any number of times. */
export const fixedCode = '000000';

/** The accounts of the mock: all of them are public. */
export const accounts = Object.values<DemoAccount>(demoAccounts);

/** The code that an authenticator app would show now. */
export function codeOfNow({ mfa }: DemoAccount): string | undefined {
  return mfa && currentTotpCode(mfa.totpSecret, Date.now());
}

/** The service in this page's memory. */
export function start() {
  // Other tokens and keys on every page, as with the service.
  const [seed = 1] = crypto.getRandomValues(new Uint32Array(1));
  const { fetch, reset } = createMock({ otp: fixedCode, seed });
  return { fetch: (request: Request) => fetch(request), reset };
}
