import { expect, test } from 'vitest';
import { createMock, type Scenario } from '../../../mock/create-mock.ts';
import { ConnectionReset } from '../../../mock/mock-error.ts';
import { commandLine } from '../../bin/support/in-process.ts';
import { runCommand } from '../../support/command/run-command.ts';
import { textIn } from '../../support/http/call-operations.ts';
import { temporaryFile } from '../../support/server/database.ts';
import { credentialsOf } from '../../support/server/people.ts';
import { base, logInAt, mockInProcess, mockServerForTest, plain, statusOf } from '../in-process.ts';

const prefer = (scenario: string) => ({ Prefer: `scenario=${scenario}` });
const target = '/v1/auth/login';
const body = credentialsOf(plain);

test.each([
  ['unavailable-once', [503, 200, 200, 200]],
  ['rate-limited-once', [429, 200, 200]],
  ['unavailable', [503, 503, 503]],
  ['empty-500', [500, 500]],
  ['bad-gateway', [502, 502]],
])('%s sends these statuses', async (name, statuses) => {
  const { mock, sendRaw } = mockInProcess({ scenario: name });
  const sent = async (headers = {}) => (await sendRaw('POST', target, { body, headers })).status;
  for (const status of statuses) expect(await sent()).toBe(status);
  // A request that names the scenario has its own turn.
  mock.use(undefined);
  for (const status of statuses) expect(await sent(prefer(name))).toBe(status);
});

test('slow: the mock waits, unless the caller aborts', async () => {
  const { mock } = mockInProcess({ scenario: 'slow' });
  const reason = new Error('given up');
  const controller = new AbortController();
  const call = mock.fetch(base + target, { method: 'POST', signal: controller.signal });
  controller.abort(reason);
  await expect(call).rejects.toBe(reason);
});

test('token-expired: an operation with a token rejects it, and a login succeeds', async () => {
  const { mock, logIn, generate } = mockInProcess({ scenario: 'token-expired' });
  const token = textIn(await logIn(body), 'access_token');
  expect((await generate(token)).reason).toBe('token_invalid');
  mock.use(undefined);
  expect((await generate(token)).httpStatus).toBe(200);
});

test('reset-once: the key exists, though its response is lost', async () => {
  const { mock, logIn, generate, sendRaw } = mockInProcess({ maximumKeys: 1 });
  const token = textIn(await logIn(body), 'access_token');
  mock.use('reset-once');
  await expect(sendRaw('POST', '/v1/security/apikey/generate', { token })).rejects.toThrow(
    ConnectionReset,
  );
  expect(mock.journal().at(-1)).toMatchObject({ operation: 'generateApiKey' });
  expect(mock.journal().at(-1)?.status).toBeUndefined();
  expect((await generate(token)).reason).toBe('key_limit_reached');
});

test('truncated: the status and headers of a success, and half of its JSON', async () => {
  const { sendRaw } = mockInProcess();
  const response = await sendRaw('POST', target, { body, headers: prefer('truncated') });
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(text).toMatch(/^\{"status":\{"code":200/);
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
});

test('html, bad-gateway and empty: what a proxy sends in place of the service', async () => {
  const { sendRaw } = mockInProcess();
  for (const [name, status] of [
    ['html', 200],
    ['bad-gateway', 502],
  ] as const) {
    const page = await sendRaw('POST', target, { body, headers: prefer(name) });
    expect([page.status, page.headers.get('content-type')]).toEqual([
      status,
      'text/html; charset=utf-8',
    ]);
    expect(await page.text()).toContain('A proxy sent this page');
  }
  const nothing = await sendRaw('POST', target, { body, headers: prefer('empty') });
  expect([nothing.status, await nothing.text()]).toEqual([200, '']);
});

test('a scenario starts again when a test selects it again, and after a reset', async () => {
  const { mock, logIn } = mockInProcess({ scenario: 'unavailable-once' });
  const statuses = async () => [(await logIn(body)).httpStatus, (await logIn(body)).httpStatus];
  expect(await statuses()).toEqual([503, 200]);
  mock.use('unavailable-once');
  expect(await statuses()).toEqual([503, 200]);
  mock.reset();
  expect(await statuses()).toEqual([503, 200]);
});

test.each<readonly [string, Scenario, number[]]>([
  [
    'takes its own steps first, then those of each operation',
    { '*': [{ status: 503 }], login: [{ example: 'otp_invalid' }, {}] },
    [401, 200, 503, 200],
  ],
  [
    'starts again with the first step of a scenario that repeats',
    { login: [{ status: 503 }, {}], repeat: true },
    [503, 200, 503, 200],
  ],
  ['ignores the steps of others', { generateApiKey: [{ status: 409 }], repeat: true }, [200]],
])('an operation %s', async (_what, own, statuses) => {
  const { logIn } = mockInProcess({ scenarios: { own }, scenario: 'own' });
  for (const status of statuses) expect((await logIn(body)).httpStatus).toBe(status);
});

test('over a connection, a reset resets it and a truncated response has the length that it declares', async () => {
  const server = await mockServerForTest();
  const send = (scenario: string) => logInAt(server.url, prefer(scenario));
  await expect(send('reset')).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
  const truncated = await send('truncated');
  expect(await truncated.text()).toHaveLength(Number(truncated.headers.get('content-length')));
});

const fileWith = (text: string) => temporaryFile('input.yaml', text);

test('the command plays scenarios from a file, for accounts from a file, below a base path', async () => {
  const scenarios = fileWith(
    `flaky: { login: [{ status: 503 }], '*': [{ status: 502, body: '<p>' }] }\n`,
  );
  const accounts = fileWith('- { identity: ada@example.com, password: correct horse }\n');
  const args = 'mock --port 0 --base-path /access --scenario flaky'.split(' ');
  const child = runCommand([...args, '--scenarios', scenarios, '--accounts', accounts]);
  await child.says('Press Ctrl-C');
  // The passwords of a file are not the public ones of the demo.
  expect(child.stdout()).not.toContain('correct horse');
  const [url] = /http:\/\/127\.0\.0\.1:\d+\/access/.exec(child.stdout()) ?? [];
  const credentials = { identity: 'ada@example.com', password: 'correct horse' };
  for (const status of [503, 502, 200])
    expect((await logInAt(String(url), {}, credentials)).status).toBe(status);
  child.signal('SIGTERM');
  expect(await child.ended).toBe(0);
});

test.each([
  [
    'scenarios',
    'own: { login: [{ status: 409 }] }',
    /^error: scenario "own", login, step 1: login has no status 409/,
  ],
  ['scenarios', '- flaky', /^error: scenarios: must be an object/],
  ['scenarios', 'a: [', /^error: cannot read .*input\.yaml as YAML or JSON/],
  [
    'accounts',
    '- { identity: a@b, password: 5 }',
    /^error: account 1: "password" must be a text$/m,
  ],
])('the command rejects --%s with %s', async (option, text, message) => {
  const { code, stderr } = await commandLine(['mock', `--${option}`, fileWith(text)]);
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
});

/** Steps that a test in JavaScript, a file or a request may have, and what the mock says about them. */
test.each<readonly [steps: unknown, message: RegExp]>([
  [{}, /^login: must be a list of steps$/],
  [[1], /^login, step 1: must be an object$/],
  [
    [{}, { sttus: 503 }],
    /^login, step 2: unknown field "sttus"; the fields are latency, status, example/,
  ],
  [[{ toString: 1 }], /unknown field "toString"/],
  [[{ latency: -1 }], /"latency" must be a number of milliseconds, 0 or more$/],
  [[{ status: 99 }], /"status" must be a whole number from 200 to 599$/],
  [
    [{ status: 409 }],
    /^login, step 1: login has no status 409; it has 200 plain_login, .* To send any response, add a "body"$/,
  ],
  [
    [{ example: 'otp_requird' }],
    /has no example "otp_requird"; it has 200 .*otp_required.* add a "body"$/,
  ],
  [
    [{ status: 403, example: 'otp_required' }],
    /login has no status 403 with the example "otp_required"/,
  ],
  [[{ example: 1 }], /"example" must be the name of a documented response$/],
  [[{ headers: { 'a b': 'c' } }], /"headers" must be an object of valid headers/],
  [[{ headers: { a: 'b\nc' } }], /"headers" must be/],
  [[{ headers: { 'content-length': '5' } }], /without Content-Length/],
  [[{ headers: [] }], /"headers" must be/],
  [[{ body: 1 }], /"body" must be a text or an object$/],
  [[{ status: 204, body: 'x' }], /a response with status 204 has no body/],
  [[{ fault: 'fire' }], /"fault" must be reset or truncated$/],
])(
  '%j: a scenario throws, and a request gets 400 with a message that says why',
  async (steps, message) => {
    expect(() => createMock({ scenarios: { own: { login: steps } } as never })).toThrow(
      expect.objectContaining({
        name: 'MockError',
        message: expect.stringMatching(/^scenario "own", login/),
      }),
    );
    const body = { operation: 'login', steps };
    for (const path of ['/__mock/next', '/__mock/repeat']) {
      const status = await statusOf(await mockInProcess().sendRaw('POST', path, { body }));
      expect(status.code).toBe(400);
      expect(status.message.replace('The mock: ', '')).toMatch(message);
    }
  },
);

test.each([
  [[], /^scenarios: must be an object with a scenario per name$/],
  [{ own: [] }, /^scenario "own": must be an object with a list of steps per operation$/],
  [
    { own: { logIn: [] } },
    /^scenario "own", no operation "logIn"; the operations are login, generateApiKey, revokeApiKey/,
  ],
  [{ own: { repeat: 'yes' } }, /^scenario "own": "repeat" must be true or false$/],
  [
    { own: { '*': [{ example: 'nowhere' }] } },
    /login has no .*generateApiKey has no .*revokeApiKey has no/,
  ],
])('the scenarios %j are rejected', (scenarios, message) => {
  expect(() => createMock({ scenarios: scenarios as never })).toThrow(message);
});

test('a test gets the error where it plans the step, and the plan is unchanged', async () => {
  const { mock, logIn } = mockInProcess();
  expect(() => mock.next('login', { status: 503 }, { status: 409 })).toThrow(/login, step 2/);
  expect(() => mock.use('nope')).toThrow(
    /no scenario "nope"; the scenarios are .*unavailable-once/,
  );
  expect(() => createMock({ scenario: 'nope' })).toThrow(/no scenario "nope"/);
  expect((await logIn({ identity: 'a@b' })).reason).toBe('password_required');
});
