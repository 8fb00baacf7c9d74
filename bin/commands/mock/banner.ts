import { type DemoAccount, demoAccounts } from '../../../server/config/demo-accounts.ts';
import { commandName } from '../../command-name.ts';

/** What `mock` prints: where it is and who may log in. All of it is public. */
export function mockBanner(url: string, otp: string | undefined): string {
  const accounts = Object.values<DemoAccount>(demoAccounts).map(
    ({ identity, password, disabled, mfa }) =>
      `  ${identity.padEnd(27)}${password.padEnd(24)}${disabled ? 'disabled' : mfa ? `TOTP secret ${mfa.totpSecret}` : ''}`,
  );
  return `
Mock of the Account Access and API Key Service: ${url}

  identity                   password
${accounts.map((line) => line.trimEnd()).join('\n')}
${otp === undefined ? '' : `\nThe one-time code ${otp} always works.\n`}
curl -sS ${url}/v1/auth/login -H 'Content-Type: application/json' -H 'Prefer: code=401, example=otp_required' -d '{}'

More: ${commandName} mock --help. Ctrl-C stops.

`;
}
