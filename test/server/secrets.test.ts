import { expect, test } from 'vitest';
import {
  generate,
  logIn,
  paths,
  revoke,
  textIn,
  tokenOf,
} from '../support/http/call-operations.ts';
import { encode, exchange, type Request } from '../support/http/send-request.ts';
import { type ApiResponse, validateResponse } from '../support/http/validate-response.ts';
import { readDatabase } from '../support/server/database.ts';
import { addPersonWithMfa, codeOf, credentialsOf } from '../support/server/people.ts';
import { serverForFile } from '../support/server/test-server.ts';

const server = await serverForFile();
const person = await addPersonWithMfa(server);
const login = await logIn(server, { ...credentialsOf(person), otp: person.recoveryCodes[0] });
const token = textIn(login, 'access_token');
const key = textIn(await generate(server, token), 'api_key');

/** The secrets of the contract, each one real. */
const secrets = {
  password: 'Canary-password-5b1c',
  otp: String(person.recoveryCodes[1]),
  access_token: token,
  api_key: key,
};

/** Everywhere that a secret might be typed, pasted or configured by mistake. */
function misplaced(secret: string): Request[] {
  const name = secret.replaceAll('-', '');
  const inHeader = (header: string, value = secret): Request => ({
    target: paths.login,
    headers: [[header, value]],
    body: { identity: 'a@b' },
  });
  return [
    ...['identity', 'password', 'otp', 'remember', secret].map((field) => ({
      target: paths.login,
      body: { identity: 'a@b', password: 'x', [field]: secret },
    })),
    { target: paths.login, body: { identity: `${secret}@b`, password: secret } },
    { target: paths.login, body: { identity: [secret], password: { [secret]: secret } } },
    { target: paths.login, body: `{"password":"${secret}",}` },
    { target: paths.login, body: secret },
    { target: paths.login, body: [secret] },
    { target: paths.generate, token, body: { description: `${secret}\n` } },
    { target: paths.generate, token, body: { description: [secret], [secret]: 1 } },
    { target: paths.generate, token: secret.slice(0, -1), body: {} },
    {
      target: paths.generate,
      token,
      headers: [['Idempotency-Key', secret]],
      body: { [secret]: 1 },
    },
    { target: paths.generate, token, headers: [['Idempotency-Key', `${secret}\u00e9`]], body: {} },
    ...[
      ...[
        'Authorization',
        'Cookie',
        'X-Api-Key',
        'User-Agent',
        'Referer',
        'traceparent',
        'Accept',
        'Host',
      ],
      ...['Idempotency-Key', 'Content-Type', 'Content-Encoding', 'Expect', 'Transfer-Encoding'],
      'Content-Length',
    ].map((header) => inHeader(header)),
    inHeader('Authorization', `Bearer ${secret} `),
    inHeader('Authorization', `Basic ${secret}`),
    inHeader(name),
    inHeader('Host', `${secret}@localhost`),
    inHeader('X-Forwarded-For', `${secret}${'x'.repeat(20_000)}`),
    ...['GET', 'POST', 'DELETE'].flatMap((method) => [
      { method, target: `/${secret}` },
      { method, target: `${paths.login}?password=${secret}` },
      { method, target: `${paths.login}#${secret}` },
      { method, target: `http://${secret}@localhost${paths.login}` },
      { method, target: paths.revoke(secret) },
      { method, target: paths.revoke(secret), token },
      { method, target: paths.revoke(`${secret}%ff`), token },
      { method, target: paths.revoke(secret + 'x'.repeat(2100)), token },
    ]),
    { method: name, target: paths.login },
    { target: ` ${secret}` },
  ];
}

test.each(Object.entries(secrets))(
  'does not reveal %s in the wrong place',
  async (_name, secret) => {
    const responses: ApiResponse[] = [];
    for (const request of misplaced(secret))
      responses.push(validateResponse(await exchange(server, encode(request))));
    expect(responses.length).toBeGreaterThan(50);
    for (const { text, headers, httpStatus } of responses) {
      expect([500, 503]).not.toContain(httpStatus);
      expect(text + JSON.stringify(headers)).not.toContain(secret);
    }
    await expect.poll(() => server.log.lines().length).toBeGreaterThanOrEqual(responses.length);
    expect(server.log.text()).not.toContain(secret);
    expect(await readDatabase(server.database)).not.toContain(secret);
  },
);

test.each(['eandr-begde-qqeya', 'EANDR-BEGDE-QQEYA', 'eandrbegdeqqeya'])(
  'does not reveal %s, which may be a recovery code, as the name of a field',
  async (code) => {
    const body = { identity: 'a@b', password: 'x', [code]: code };
    const request = encode({ target: paths.login, body });
    const { text } = validateResponse(await exchange(server, request));
    expect(text).toContain('"location":"/body"');
    expect(text).not.toContain(code);
  },
);

test('secrets are in no log, no file and no response except their own', async () => {
  server.clock.advance(60_000);
  const otp = codeOf(person, server);
  const first = await logIn(server, { ...credentialsOf(person), otp });
  const second = textIn(first, 'access_token');
  const made = await generate(server, second, { description: 'deploys' });
  const others = [
    await logIn(server, { ...credentialsOf(person), otp }),
    await logIn(server, credentialsOf(person)),
    await generate(server, second),
    await revoke(server, second, textIn(made, 'id')),
    await revoke(server, second, textIn(made, 'api_key')),
    await generate(server, textIn(made, 'api_key')),
  ];
  const own = [person.password, person.totpSecret, second, textIn(made, 'api_key')];
  for (const secret of own) {
    for (const { text } of others) expect(text).not.toContain(secret);
    expect(server.log.text()).not.toContain(secret);
  }
  for (const secret of own) expect(await readDatabase(server.database)).not.toContain(secret);
  expect(first.text).not.toContain(person.password);
  expect(made.text).not.toContain(second);
});

test('logs exactly these fields of a request', async () => {
  server.clock.advance(60_000);
  const fresh = await tokenOf(server, { ...credentialsOf(person), otp: codeOf(person, server) });
  const { traceId } = await generate(server, fresh, { description: 'a label' });
  await expect.poll(() => server.log.text()).toContain(traceId);
  expect(server.log.lines().find((line) => line.traceId === traceId)).toEqual({
    level: 30,
    time: expect.any(Number),
    pid: expect.any(Number),
    hostname: expect.any(String),
    traceId,
    method: 'POST',
    operation: 'generateApiKey',
    account: person.id,
    status: 200,
    ms: expect.any(Number),
    msg: 'response sent',
  });
});
