import { once } from 'node:events';
import { type IncomingMessage, request as openRequest } from 'node:http';
import { expect, test } from 'vitest';
import { limits } from '../../generated/contract.ts';
import { paths, textIn } from '../support/http/call-operations.ts';
import { credentialsOf } from '../support/server/people.ts';
import {
  type InProcess,
  mfa,
  mockInProcess,
  mockServerForTest,
  plain,
  startsAt,
} from './in-process.ts';

interface ControlData {
  readonly entries: unknown[];
  readonly now: string;
  readonly scenarios: string[];
}

async function control({ sendRaw }: InProcess, method: string, path: string, body?: unknown) {
  const response = await sendRaw(method, `/__mock${path}`, body === undefined ? {} : { body });
  // What the tests look at, they compare.
  const { status, data } = (await response.json()) as {
    status: { code: number };
    data: ControlData;
  };
  expect(status.code).toBe(response.status);
  return { status: response.status, data, hint: response.headers.get('mock-error') };
}

test('the journal masks secrets in the wrong place, too', async () => {
  const { mock, sendRaw } = mockInProcess();
  for (const body of [[{ password: 'misplaced' }], { login: { Password: 'misplaced' } }])
    await sendRaw('POST', paths.login, { body });
  await sendRaw('POST', `${paths.login}?identity=shown&access_token=misplaced`);
  expect(mock.journal()).toHaveLength(3);
  const text = JSON.stringify(mock.journal());
  expect(text).toContain('identity=shown');
  expect(text).not.toContain('misplaced');
});

test('the journal lists the requests, and no secret', async () => {
  const service = mockInProcess();
  const { logIn, generate, mock } = service;
  const login = await logIn({ ...credentialsOf(mfa), otp: mfa.mfa.recoveryCodes[0] });
  await generate(textIn(login, 'access_token'), { description: 'Listed' });
  await generate('aat_none');
  const { data } = await control(service, 'GET', '/journal');
  expect(data.entries).toMatchObject([
    {
      method: 'POST',
      target: paths.login,
      operation: 'login',
      status: 200,
      traceId: login.traceId,
      body: { identity: mfa.identity, password: '***', otp: '***' },
    },
    {
      target: paths.generate,
      operation: 'generateApiKey',
      status: 200,
      body: { description: 'Listed' },
    },
    { status: 401 },
  ]);
  const text = JSON.stringify(data);
  expect(text).not.toContain(mfa.password);
  expect(text).not.toContain(textIn(login, 'access_token'));
  expect((await control(service, 'DELETE', '/journal')).data).toEqual({ entries: [] });
  expect(mock.journal()).toEqual([]);
});

test('a reset restores the initial state', async () => {
  const service = mockInProcess();
  const { logIn, generate, mock } = service;
  const otp = mfa.mfa.recoveryCodes[0];
  const first = await logIn({ ...credentialsOf(mfa), otp });
  const token = textIn(first, 'access_token');
  await control(service, 'POST', '/clock', { advance: 120_000 });
  await control(service, 'POST', '/scenario', { name: 'unavailable' });
  expect((await generate(token)).reason).toBe('unavailable');
  expect((await control(service, 'POST', '/reset', {})).status).toBe(200);
  expect(mock.journal()).toEqual([]);
  expect(mock.clock.now()).toBe(startsAt);
  expect((await generate(token)).reason).toBe('token_invalid');
  // The recovery code is unused again, and the first token is the first token.
  expect(textIn(await logIn({ ...credentialsOf(mfa), otp }), 'access_token')).toBe(token);
});

test('the clock can be set to any time, and runs on from there', async () => {
  let at = startsAt;
  const service = mockInProcess({ now: () => at });
  const { data } = await control(service, 'POST', '/clock', { now: '2030-01-01T00:00:00Z' });
  expect(data.now).toBe('2030-01-01T00:00:00.000Z');
  at += 1000;
  expect(service.mock.clock.now()).toBe(Date.parse('2030-01-01T00:00:01Z'));
  service.mock.clock.set(new Date(0));
  expect(service.mock.clock.now()).toBe(0);
  for (const time of ['yesterday', -1, Date.UTC(10_000, 0)])
    expect(() => service.mock.clock.set(time)).toThrow('the years 1970 to 9999');
  expect(service.mock.clock.now()).toBe(0);
  service.mock.reset();
  expect(service.mock.clock.now()).toBe(at);
});

test('steps can be planned by requests, for tests in other languages', async () => {
  const service = mockInProcess();
  const logIn = async () => (await service.logIn(credentialsOf(plain))).httpStatus;
  await control(service, 'POST', '/next', { operation: 'login', steps: [{ status: 503 }, {}] });
  await control(service, 'POST', '/repeat', { operation: '*', steps: [{ status: 429 }] });
  expect([await logIn(), await logIn(), await logIn(), await logIn()]).toEqual([
    503, 200, 429, 429,
  ]);
  await control(service, 'POST', '/repeat', { operation: '*', steps: [] });
  expect(await logIn()).toBe(200);
});

test('a scenario runs until it is removed', async () => {
  const service = mockInProcess();
  await control(service, 'POST', '/scenario', { name: 'unavailable' });
  expect((await service.logIn(credentialsOf(plain))).reason).toBe('unavailable');
  await control(service, 'POST', '/scenario', { name: null });
  expect((await service.logIn(credentialsOf(plain))).httpStatus).toBe(200);
  expect((await control(service, 'GET', '/scenario')).data.scenarios).toContain('reset-once');
});

test.each([
  ['GET', '/nowhere', undefined, 404],
  ['PUT', '/journal', undefined, 405],
  ['POST', '/clock', {}, 400],
  ['POST', '/clock', { advance: 1e15 }, 400],
  ['POST', '/clock', { now: 'yesterday' }, 400],
  ['POST', '/next', { steps: [] }, 400],
  ['GET', '/repeat', undefined, 405],
  ['POST', '/clock', '{', 400],
  ['POST', '/scenario', { name: 'no\nne' }, 400],
  ['POST', '/scenario', { name: 1 }, 400],
])('%s /__mock%s with case %# is rejected', async (method, path, body, status) => {
  expect((await control(mockInProcess(), method, path, body)).status).toBe(status);
});

test('the same seed and requests give the same responses, another seed gives others', async () => {
  const play = async (seed: number) => {
    const { logIn, generate } = mockInProcess({ seed });
    const login = await logIn(credentialsOf(plain));
    const made = await generate(textIn(login, 'access_token'));
    return [login, made].map(({ data, traceId }) => ({ data, traceId }));
  };
  const first = await play(7);
  expect(await play(7)).toEqual(first);
  expect(await play(8)).not.toEqual(first);
});

test('the first token does not depend on earlier rejected requests', async () => {
  const [quiet, busy] = [mockInProcess(), mockInProcess()];
  for (let count = 0; count < 3; count += 1) await busy.logIn({ identity: 'a@b' });
  const token = async ({ logIn }: InProcess) =>
    textIn(await logIn(credentialsOf(plain)), 'access_token');
  expect(await token(busy)).toBe(await token(quiet));
});

/** A mock, and a caller whose requests all have the same `Idempotency-Key`. */
async function repeating(mock: InProcess = mockInProcess()) {
  const token = textIn(await mock.logIn(credentialsOf(plain)), 'access_token');
  const generate = (body?: unknown, key = 'deploy-7') =>
    mock.send('POST', paths.generate, { body, token, headers: { 'Idempotency-Key': key } });
  return { ...mock, token, generate };
}

test('a value is remembered for 24 hours by the clock of the mock', async () => {
  const mock = mockInProcess({ tokenLifetimeMs: 48 * 60 * 60 * 1000 });
  const { generate } = await repeating(mock);
  const first = await generate();
  mock.mock.clock.advance(limits.idempotencySeconds * 1000 - 1);
  // An empty description is the same request as none.
  expect((await generate({ description: '' })).data).toEqual(first.data);
  mock.mock.clock.advance(1);
  const next = await generate();
  expect(textIn(next, 'id')).not.toBe(textIn(first, 'id'));
  expect((await generate()).data).toEqual(next.data);
});

test('a repetition is not refused by the limit of active keys', async () => {
  const { generate } = await repeating(mockInProcess({ maximumKeys: 1 }));
  const first = await generate();
  expect((await generate()).data).toEqual(first.data);
  expect((await generate({}, 'another')).reason).toBe('key_limit_reached');
});

test.each<readonly [what: string, headers: Record<string, string>, status: number]>([
  ['another type than JSON', { 'Content-Type': 'text/plain' }, 415],
  ['no type', {}, 415],
  ['a name of a web page', { Host: 'page.example', 'Content-Type': 'application/json' }, 400],
  ['localhost', { Host: 'localhost:1', 'Content-Type': 'application/json; charset=utf-8' }, 200],
])('over a network, a control with %s gets the right status', async (_what, headers, status) => {
  const { url } = await mockServerForTest();
  const request = openRequest(`${url}/__mock/reset`, { method: 'POST', headers }).end('{}');
  const [response]: IncomingMessage[] = await once(request, 'response');
  response?.resume();
  expect(response?.statusCode).toBe(status);
});
