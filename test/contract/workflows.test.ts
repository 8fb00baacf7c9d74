import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOTP } from 'otpauth';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { redocly } from '../../scripts/redocly.ts';
import { defaultConfig } from '../../server/config.ts';
import { type RunningServer, startServer } from '../../server/main.ts';
import { demoAccounts, ensureDemoAccounts } from '../../server/operator/demo-accounts.ts';
import { createPasswords } from '../../server/security/password.ts';

const { plain, mfa } = demoAccounts;
const workflows = 'openapi/workflows.arazzo.yaml';

let folder: string;
let server: RunningServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'workflows-'));
  const passwords = createPasswords();
  server = await startServer({
    config: { ...defaultConfig, port: 0, databasePath: join(folder, 'accounts.db') },
    log: pino({ level: 'silent' }),
    passwords,
    prepare: async ({ accounts }) => {
      await ensureDemoAccounts({ accounts, passwords, random: randomBytes, now: Date.now });
    },
  });
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

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

test.each([
  ['code of an authenticator', () => new TOTP({ secret: mfa.mfa.totpSecret }).generate()],
  ['recovery code', () => mfa.mfa.recoveryCodes[0] ?? ''],
])('the service goes through a login with a %s', async (_, code) => {
  const inputs = { mfa_identity: mfa.identity, mfa_password: mfa.password, otp: code() };
  const { exitCode, stdout, stderr } = await respect('login-with-mfa', inputs);
  expect(exitCode, stdout + stderr).toBe(0);
});

test('a workflow that goes another way fails', async () => {
  const { exitCode, stdout, stderr } = await respect('key-lifecycle', {
    ...credentials,
    password: 'another',
  });
  expect(exitCode).toBe(1);
  expect(stdout + stderr).toMatch(/Workflows: 1 failed, 1 total/);
});

test('the workflows are good Arazzo', async () => {
  const { exitCode, stderr } = await redocly('lint', '--config', 'openapi/redocly.yaml', workflows);
  expect(exitCode, stderr).toBe(0);
});
