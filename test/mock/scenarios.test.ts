import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createMock } from '../../mock/create-mock.ts';
import { ConnectionReset, MockError } from '../../mock/mock-error.ts';
import { readScenarios } from '../../mock/scenarios.ts';
import { startMockServer } from '../../mock/server.ts';
import { runCommand } from '../support/command/run-command.ts';
import { base, credentials, mockInProcess, plain, textOf } from './in-process.ts';

const prefer = (scenario: string) => ({ Prefer: `scenario=${scenario}` });
const login = { body: credentials(plain) };
const target = '/v1/auth/login';

test('token-expired: a live token has expired, only for this request', async () => {
  const { send, logIn, generate } = mockInProcess();
  const token = textOf(await logIn(credentials(plain)), 'access_token');
  const call = { token, body: {}, headers: prefer('token-expired') };
  expect((await send('POST', '/v1/security/apikey/generate', call)).reason).toBe('token_invalid');
  expect((await generate(token)).httpStatus).toBe(200);
});

test.each([
  ['unavailable-once', [503, 200, 503, 200]],
  ['rate-limited-once', [429, 200, 429]],
  ['unavailable', [503, 503]],
])('%s returns its statuses in order', async (name, statuses) => {
  const { logIn } = mockInProcess();
  for (const status of statuses) {
    const { httpStatus } = await logIn(credentials(plain), prefer(name));
    expect(httpStatus).toBe(status);
  }
});

test('each operation has its own step', async () => {
  const { mock, logIn, send } = mockInProcess({ scenario: 'unavailable-once' });
  expect((await logIn(credentials(plain))).httpStatus).toBe(503);
  expect((await send('DELETE', '/v1/security/apikey/a')).httpStatus).toBe(503);
  expect((await send('DELETE', '/v1/security/apikey/a')).reason).toBe('token_missing');
  mock.use(undefined);
  expect((await logIn(credentials(plain))).httpStatus).toBe(200);
});

test('reset: there is no response, though the work was done', async () => {
  const { mock, sendRaw } = mockInProcess();
  await expect(sendRaw('POST', target, { ...login, headers: prefer('reset') })).rejects.toThrow(
    ConnectionReset,
  );
  expect(mock.journal()).toMatchObject([{ operation: 'login', prefer: 'scenario=reset' }]);
  expect(mock.journal()[0]?.status).toBeUndefined();
});

test('truncated: the status and headers of a success, and half of its JSON', async () => {
  const { sendRaw } = mockInProcess();
  const response = await sendRaw('POST', target, { ...login, headers: prefer('truncated') });
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(text).toMatch(/^\{"status":\{"code":200/);
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
});

test('html and empty: what proxies send in place of the service', async () => {
  const { sendRaw } = mockInProcess();
  const page = await sendRaw('POST', target, { ...login, headers: prefer('html') });
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const nothing = await sendRaw('POST', target, { ...login, headers: prefer('empty-500') });
  expect([nothing.status, await nothing.text()]).toEqual([500, '']);
});

test('the mock waits for the latency, unless the caller aborts', async () => {
  const { mock, logIn } = mockInProcess();
  const start = performance.now();
  expect((await logIn(credentials(plain), { Prefer: 'latency=60' })).httpStatus).toBe(200);
  expect(performance.now() - start).toBeGreaterThanOrEqual(55);
  const reason = new Error('given up');
  const controller = new AbortController();
  const call = mock.fetch(`${base}${target}`, {
    method: 'POST',
    headers: prefer('slow'),
    signal: controller.signal,
  });
  controller.abort(reason);
  await expect(call).rejects.toBe(reason);
});

test('the mock reads custom scenarios, and names what is wrong with them', async () => {
  const own = readScenarios({ flaky: [{ code: 503 }, { example: 'otp_invalid' }, {}] });
  const { logIn } = mockInProcess({ scenarios: own, scenario: 'flaky' });
  const reasons = [];
  for (let turn = 0; turn < 3; turn += 1) reasons.push((await logIn(credentials(plain))).reason);
  expect(reasons).toEqual(['unavailable', 'otp_invalid', undefined]);
  for (const wrong of [
    [],
    { a: {} },
    { a: [] },
    { a: [1] },
    { a: [{ error: 'fire' }] },
    { a: [{ delay: 1 }] },
  ])
    expect(() => readScenarios(wrong)).toThrow(MockError);
  expect(() => createMock({ scenario: 'nope' })).toThrow('unavailable-once');
});

test('over a connection, a reset resets it and a truncated response has the length that it declares', async () => {
  const server = await startMockServer(createMock());
  onTestFinished(() => server.close());
  const sendRaw = (scenario: string) =>
    fetch(server.url + target, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...prefer(scenario) },
      body: JSON.stringify(login.body),
    });
  await expect(sendRaw('reset')).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
  const truncated = await sendRaw('truncated');
  expect(await truncated.text()).toHaveLength(Number(truncated.headers.get('content-length')));
});

test('the command plays scenarios from a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mock-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'scenarios.yaml');
  await writeFile(file, 'flaky: [{ code: 503 }, {}]\n');
  const args = ['mock', '--port', '0', '--scenarios', file, '--scenario', 'flaky'];
  const child = runCommand(args);
  await child.says('demo@example.com');
  const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(child.stdout()) ?? [];
  const statuses = [];
  for (let turn = 0; turn < 2; turn += 1)
    statuses.push((await fetch(url + target, { method: 'POST' })).status);
  expect(statuses).toEqual([503, 400]);
  child.signal('SIGTERM');
  expect(await child.ended).toBe(0);

  const wrong = runCommand(['mock', '--scenario', 'nope']);
  expect(await wrong.ended).toBe(2);
  expect(wrong.stderr()).toMatch(/^error: no scenario "nope"; there are .*\n$/);
});
