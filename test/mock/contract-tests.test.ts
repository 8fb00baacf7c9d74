import { expect, test } from 'vitest';
import { service } from '../../conformance/checks/service.ts';
import { createTarget } from '../../conformance/http/target.ts';
import { emptyProfile, type Profile } from '../../conformance/profile/profile.ts';
import { type RunResult, runChecks } from '../../conformance/run/run-checks.ts';
import { createSecrets } from '../../conformance/secrets.ts';
import { serviceDocumentSuite } from '../../conformance/service-document.ts';
import { bindSuite } from '../../conformance/suite.ts';
import { createMock, type Mock } from '../../mock/create-mock.ts';
import { startMockServer } from '../../mock/server.ts';
import { demoAccounts } from '../../server/config/demo-accounts.ts';
import { timedCheck } from '../support/timed-check.ts';

const { plain, second, disabled, mfa, secondMfa } = demoAccounts;
const unlimited = Number.POSITIVE_INFINITY;
const profile: Profile = {
  ...emptyProfile,
  fixtures: {
    account: plain,
    secondAccount: second,
    disabledAccount: disabled,
    mfaAccount: { ...mfa, ...mfa.mfa },
    secondMfaAccount: { ...secondMfa, ...secondMfa.mfa },
  },
  budget: { logins: unlimited, failures: unlimited },
};

async function run(mock: Mock) {
  const server = await startMockServer(mock);
  const target = createTarget({ baseUrl: server.url });
  try {
    return await runChecks({
      target,
      profile,
      secrets: createSecrets(),
      suites: [bindSuite(service), serviceDocumentSuite()],
      seed: 1,
      strict: true,
    });
  } finally {
    target.close();
    await server.close();
  }
}

const findingsOf = ({ outcomes }: RunResult) =>
  outcomes
    .filter(({ kind, check }) => kind !== 'passed' && kind !== 'skipped' && check !== timedCheck)
    .map(({ check, reason, failures }) => ({ check, reason, failures }));

test('the contract tests find nothing on the mock, not even a difference', async () => {
  const result = await run(createMock({ cors: false }));
  expect(findingsOf(result)).toEqual([]);
  expect(result).toMatchObject({ stopReason: undefined, leftovers: [] });
  expect(result.outcomes.filter(({ kind }) => kind === 'passed').length).toBeGreaterThan(100);
});

test('CORS for browsers is the only difference', async () => {
  const result = await run(createMock());
  expect(findingsOf(result).map(({ check }) => check)).toEqual(['headers/no-cors']);
});
