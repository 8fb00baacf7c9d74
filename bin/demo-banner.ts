import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { type DemoAccount, demoAccounts } from '../server/config/demo-accounts.ts';
import { makeFolder } from '../server/security/private-file.ts';
import { isPostgresUrl } from '../server/store/database-name.ts';
import { commandName } from './command-name.ts';

const { plain, second, mfa, secondMfa, disabled } = demoAccounts;

const profile = {
  demo: true,
  fixtures: {
    account: toFixture(plain),
    secondAccount: toFixture(second),
    mfaAccount: toFixture(mfa),
    secondMfaAccount: toFixture(secondMfa),
    disabledAccount: toFixture(disabled),
  },
  keyId: '/data/id',
  failures: 'http',
  budget: { logins: 'unlimited', failures: 'unlimited' },
  waivers: [{ check: 'headers/no-cors', reason: 'The demo lets pages of any origin call it.' }],
};

/** Writes the profile of a demo server, and describes the demo: for people, and for `--json`. */
export function describeDemo(
  url: string,
  { database, docs }: { readonly database: string; readonly docs: boolean },
) {
  const profile = writeDemoProfile(database);
  const accounts = Object.values<DemoAccount>(demoAccounts).map(
    ({ identity, password, disabled, mfa }) => ({
      identity,
      password,
      disabled,
      totpSecret: mfa?.totpSecret,
    }),
  );
  return { banner: demoBanner(url, profile, docs), json: { profile, accounts } };
}

/** The banner of `serve --demo`: its URL, the accounts that can log in, and the commands to paste. Nothing in it is secret. */
function demoBanner(url: string, profilePath: string, hasDocs: boolean): string {
  const json = `-H 'Content-Type: application/json'`;
  const bearer = `-H "Authorization: Bearer $(echo "$LOGIN" | grep -o 'aat_[0-9A-Za-z]*')"`;
  const credentials = JSON.stringify({ identity: plain.identity, password: plain.password });
  return `
Demo of the Account Access and API Key Service: ${url}
${hasDocs ? `Docs: ${url}/docs\n` : ''}Rate limits are off.

  identity               password            TOTP secret
  ${plain.identity.padEnd(23)}${plain.password.padEnd(20)}none
  ${mfa.identity.padEnd(23)}${mfa.password.padEnd(20)}${mfa.mfa.totpSecret}

Log in, generate a key, revoke it (paste one line at a time):

LOGIN=$(curl -sS ${url}/v1/auth/login ${json} -d '${credentials}'); echo "$LOGIN"
KEY=$(curl -sS ${url}/v1/security/apikey/generate ${bearer} ${json} -d '{"description":"My first key"}'); echo "$KEY"
curl -sS -X DELETE ${url}/v1/security/apikey/$(echo "$KEY" | grep -o 'key_[0-9A-Za-z]\\{22\\}') ${bearer}; echo

Test it against the contract:

${commandName} test ${url} \\
  --profile ${profilePath}

`;
}

/** Writes the profile of a demo server for the contract tests, next to its database. Returns the path. */
function writeDemoProfile(database: string): string {
  // Next to the file of SQLite. A PostgreSQL server may be anywhere.
  const folder = isPostgresUrl(database) ? 'data' : dirname(database);
  makeFolder(folder);
  const path = join(folder, 'demo-profile.yaml');
  writeFileSync(path, header + stringify(profile));
  return path;
}

const header =
  '# Written by `account-access serve --demo`, for `account-access test`. Its secrets protect nothing.\n';

// A recovery code works only once, so a profile that is used again contains none.
function toFixture({ identity, password, mfa }: DemoAccount) {
  return { identity, password, ...(mfa && { totpSecret: mfa.totpSecret }) };
}
