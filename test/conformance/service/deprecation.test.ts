import { afterAll, beforeAll, expect, test } from 'vitest';
import { service, serviceOf } from '../../../conformance/checks/service.ts';
import { createTarget } from '../../../conformance/http/target.ts';
import { emptyProfile, type Profile } from '../../../conformance/profile/profile.ts';
import { runChecks } from '../../../conformance/run/run-checks.ts';
import { createSecrets } from '../../../conformance/secrets.ts';
import { serviceDocumentSuite } from '../../../conformance/service-document.ts';
import { type AnySuite, bindSuite } from '../../../conformance/suite.ts';
import { createMock } from '../../../mock/create-mock.ts';
import { type MockServer, startMockServer } from '../../../mock/server.ts';
import { mockDocumentOf } from '../../../scripts/generate/mock-document.ts';
import { demoAccounts } from '../../../server/config/demo-accounts.ts';
import { type AnyContract, deprecatedContract } from '../../support/server/deprecated-contract.ts';
import { startTestServer, type TestServer } from '../../support/server/test-server.ts';

const profile: Profile = {
  ...emptyProfile,
  fixtures: { account: demoAccounts.plain },
  budget: { logins: Number.POSITIVE_INFINITY, failures: Number.POSITIVE_INFINITY },
};
const contract = deprecatedContract('revokeApiKey');
const ended = [bindSuite(serviceOf(contract)), serviceDocumentSuite(contract)];

let server: TestServer;
let mock: MockServer;
beforeAll(async () => {
  server = await startTestServer({ demo: true, now: Date.now, document: contract });
  mock = await startMockServer(createMock({}, mockDocumentOf(contract) as AnyContract));
});
afterAll(async () => {
  await server.close();
  await mock.close();
});

/** The failures of the deprecation checks, together with checks that cause responses of every kind. */
async function failuresAt(baseUrl: string, suites: readonly AnySuite[]) {
  const target = createTarget({ baseUrl });
  const only = [
    'deprecation',
    'revocation',
    'authorization',
    'paths',
    'document/response-header',
    'document/path*',
  ];
  try {
    const result = await runChecks({ target, profile, secrets: createSecrets(), suites, seed: 1, only });
    expect(result.stopReason).toBeUndefined();
    expect(result.requests).toBeGreaterThan(50);
    return result.outcomes
      .filter(({ kind }) => kind !== 'passed' && kind !== 'skipped')
      .map(({ check, kind, failures }) => ({
        check,
        kind,
        of: [...new Set(failures.map(({ key }) => key))],
      }));
  } finally {
    target.close();
  }
}

test('the service and the mock announce a deprecation as the contract requires', async () => {
  expect(await failuresAt(server.url, ended)).toEqual([]);
  expect(await failuresAt(mock.url, ended)).toEqual([]);
});

test('a deprecation that the contract does not have is reported', async () => {
  const differs = { check: 'deprecation/matches-the-contract', kind: 'differs', of: ['revokeApiKey'] };
  expect(await failuresAt(server.url, [bindSuite(service)])).toEqual([differs]);
});
