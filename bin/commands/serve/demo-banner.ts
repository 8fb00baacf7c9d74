import { type DemoAccount, demoAccounts } from '../../../server/config/demo-accounts.ts';
import { commandName } from '../../command-name.ts';

/** The banner of `serve --demo`: its URL, the accounts that can log in, and three lines to paste. Nothing in it is secret. */
export function demoBanner(url: string, profilePath: string, hasDocs: boolean): string {
  const { plain, mfa } = demoAccounts;
  const json = `-H 'Content-Type: application/json'`;
  const bearer = `-H "Authorization: Bearer $(echo "$LOGIN" | grep -o 'aat_[0-9A-Za-z]*')"`;
  const credentials = JSON.stringify({ identity: plain.identity, password: plain.password });
  return `
Demo of the Account Access and API Key Service: ${url}
${hasDocs ? `Docs: ${url}/docs\n` : ''}Rate limits are off.

  identity               password            one-time code
  ${plain.identity.padEnd(23)}${plain.password.padEnd(20)}none
  ${mfa.identity.padEnd(23)}${mfa.password.padEnd(20)}TOTP secret ${mfa.mfa.totpSecret}

Log in, generate a key, revoke it (paste one line at a time):

LOGIN=$(curl -sS ${url}/v1/auth/login ${json} -d '${credentials}'); echo "$LOGIN"
KEY=$(curl -sS ${url}/v1/security/apikey/generate ${bearer} ${json} -d '{"description":"My first key"}'); echo "$KEY"
curl -sS -X DELETE ${url}/v1/security/apikey/$(echo "$KEY" | grep -o 'key_[0-9A-Za-z]\\{22\\}') ${bearer}; echo

Test it against the contract: ${commandName} test ${url} --profile ${profilePath}

`;
}

/** The accounts of a mock or a demo, for `--json`. Nothing in them is secret. */
export function demoAccountFacts() {
  return Object.values<DemoAccount>(demoAccounts).map(({ identity, password, disabled, mfa }) => ({
    identity,
    password,
    disabled,
    totpSecret: mfa?.totpSecret,
  }));
}
