import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { redocly } from '../../scripts/linters.ts';
import { demoAccounts } from '../../server/config/demo-accounts.ts';
import { startTestServer, type TestServer } from '../support/server/test-server.ts';

const { plain, mfa } = demoAccounts;
const workflows = 'openapi/workflows.arazzo.yaml';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ demo: true });
});

afterAll(() => server.close());

function respect(workflow: string, inputs: Record<string, string>) {
  const given = Object.entries(inputs).flatMap(([name, value]) => ['--input', `${name}=${value}`]);
  return redocly('respect', workflows, '--workflow', workflow, '--server', `service=${server.url}`, ...given);
}

const credentials = { identity: plain.identity, password: plain.password };

test.each(['key-lifecycle', 'refusals'])('the service goes through the workflow %s', async (workflow) => {
  const { exitCode, stdout, stderr } = await respect(workflow, credentials);
  expect(exitCode, stdout + stderr).toBe(0);
  expect(stdout + stderr).toMatch(/Workflows: 1 passed, 1 total/);
});

test('the service returns the same key after a lost response', async () => {
  const inputs = { ...credentials, idempotency_key: 'nightly-build-1' };
  const { exitCode, stdout, stderr } = await respect('lost-response', inputs);
  expect(exitCode, stdout + stderr).toBe(0);
});

test.each([
  // Of the server's clock, which stands still however long the command takes to start.
  [
    'code of an authenticator',
    () => new TOTP({ secret: mfa.mfa.totpSecret }).generate({ timestamp: server.clock.now() }),
  ],
  ['recovery code', () => mfa.mfa.recoveryCodes[0] ?? ''],
])('the service goes through a login with a %s', async (_, code) => {
  const inputs = { mfa_identity: mfa.identity, mfa_password: mfa.password, otp: code() };
  const { exitCode, stdout, stderr } = await respect('login-with-mfa', inputs);
  expect(exitCode, stdout + stderr).toBe(0);
});

test('a workflow with another outcome fails', async () => {
  const { exitCode, stdout, stderr } = await respect('key-lifecycle', {
    ...credentials,
    password: 'another',
  });
  expect(exitCode).toBe(1);
  expect(stdout + stderr).toMatch(/Workflows: 1 failed, 1 total/);
});

test('the workflows are valid Arazzo', async () => {
  const { exitCode, stderr } = await redocly('lint', '--config', 'openapi/redocly.yaml', workflows);
  expect(exitCode, stderr).toBe(0);
});
