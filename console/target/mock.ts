import { createMock } from '../../mock/create-mock.ts';
import type { DemoAccount } from '../../server/config/demo-accounts.ts';
import { currentTotpCode } from '../../server/security/one-time-codes.ts';

/** A one-time code that the mock accepts for every account, any number of times. */
export const fixedCode = '000000';

export function currentCode({ mfa }: DemoAccount): string | undefined {
  return mfa && currentTotpCode(mfa.totpSecret, Date.now());
}

export function start() {
  // A random seed, so that every page gets other tokens and keys, as from the service.
  const [seed = 1] = crypto.getRandomValues(new Uint32Array(1));
  const { fetch, reset } = createMock({ otp: fixedCode, seed });
  return { fetch: (request: Request) => fetch(request), reset };
}
