import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { type DemoAccount, demoAccounts } from '../../../server/config/demo-accounts.ts';
import { isPostgresUrl } from '../../../server/store/postgres/url.ts';

/**
 * Writes the profile of a demo server for the contract tests, next to its database. Returns the path.
 */
export function writeDemoProfile(database: string): string {
  // Next to the file of SQLite. A PostgreSQL server may be anywhere.
  const folder = isPostgresUrl(database) ? 'data' : dirname(database);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'demo-profile.yaml');
  writeFileSync(path, header + stringify(profile));
  return path;
}

const header = `# Written by \`account-access serve --demo\`, for \`account-access test\`. Its secrets protect nothing.
`;

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
};

// A recovery code works only once, so a profile that is used again contains none.
function toFixture({ identity, password, mfa }: DemoAccount) {
  return { identity, password, ...(mfa && { totpSecret: mfa.totpSecret }) };
}
