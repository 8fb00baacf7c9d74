import { expect, test } from 'vitest';
import { failures, type Reason } from '../../../generated/contract.ts';
import { generate, logIn, paths, revoke, tokenOf } from '../../support/http/call-operations.ts';
import { encode, exchange, sendRequest } from '../../support/http/send-request.ts';
import { checkHeaders } from '../../support/http/validate-response.ts';
import { addPerson, addPersonWithMfa, credentialsOf } from '../../support/server/people.ts';
import { appForTest } from '../../support/server/test-app.ts';
import { serverForFile } from '../../support/server/test-server.ts';

const server = await serverForFile({ config: { maximumKeys: 1 } });
const person = await addPerson(server);
const personWithMfa = await addPersonWithMfa(server);
const token = await tokenOf(server, credentialsOf(person));
await generate(server, token);

const failWith = async (error: Error) => {
  const app = await appForTest(() => Promise.reject(error));
  return logIn(app, { identity: 'ana@example.com' });
};
const bigHeader = [['X-Big', 'x'.repeat(17_000)]] as const;

/** A request that earns each failure. Headers, message and schema are held by every call. */
const earnedBy = {
  malformed_request: () => logIn(server, '{'),
  validation_failed: () => logIn(server, {}),
  password_required: () => logIn(server, { identity: person.identity }),
  invalid_credentials: () => logIn(server, { identity: person.identity, password: 'wrong' }),
  otp_required: () => logIn(server, credentialsOf(personWithMfa)),
  otp_invalid: () => logIn(server, { ...credentialsOf(personWithMfa), otp: 'wrong' }),
  token_missing: () => generate(server, undefined),
  token_invalid: () => generate(server, 'wrong'),
  not_found: () => sendRequest(server, { method: 'GET', target: '/' }),
  key_not_found: () => revoke(server, token, 'unknown'),
  method_not_allowed: () => sendRequest(server, { method: 'PUT', target: paths.login }),
  key_limit_reached: () => generate(server, token),
  body_too_large: () => logIn(server, ' '.repeat(16 * 1024 + 1)),
  uri_too_long: () => revoke(server, token, 'x'.repeat(2048)),
  unsupported_media_type: () =>
    sendRequest(server, { target: paths.login, body: '{}', headers: [['Content-Type', 'text/plain']] }),
  headers_too_large: () => sendRequest(server, { target: paths.login, headers: bigHeader }),
  internal_error: () => failWith(new Error('a bug')),
  unavailable: () => failWith(Object.assign(new Error('disk full'), { code: 'SQLITE_FULL' })),
} satisfies Partial<Record<Reason, () => ReturnType<typeof sendRequest>>>;

test.each(Object.entries(earnedBy))('%s has its status, message and headers', async (reason, earn) => {
  const { status, httpStatus } = await earn();
  const { code, message } = failures[reason as Reason];
  expect(status).toEqual({ code, message, reason, trace_id: expect.stringMatching(/^[0-9a-f]{32}$/) });
  expect(httpStatus).toBe(code);
});

test('a success is HTTP 200 with code 200, message OK, the payload and the time it took', async () => {
  const response = await logIn(server, credentialsOf(person));
  expect(response).toMatchObject({ httpStatus: 200, status: { code: 200, message: 'OK' } });
  expect(Object.keys(JSON.parse(response.text))).toEqual(['status', 'data', 'usage']);
  expect(Object.keys(response.status)).toEqual(['code', 'message', 'trace_id']);
  expect(Object.keys(response.usage ?? {})).toEqual(['latency_ms']);
});

test.each([
  ['GET', paths.login, 'POST'],
  ['OPTIONS', paths.login, 'POST'],
  ['TRACE', paths.login, 'POST'],
  ['PATCH', paths.generate, 'POST'],
  ['DELETE', paths.generate, 'POST'],
  ['PURGE', paths.generate, 'POST'],
  ['GET', paths.revoke('x'), 'DELETE'],
  ['POST', paths.revoke('x'), 'DELETE'],
])('%s %s is 405, and Allow is %s', async (method, target, allow) => {
  const response = await sendRequest(server, { method, target });
  expect(response.reason).toBe('method_not_allowed');
  expect(response.header('allow')).toBe(allow);
});

test('HEAD is 405 with the headers of its envelope and no body', async () => {
  const bytes = encode({ method: 'HEAD', target: paths.login });
  const { status, headers, body } = await exchange(server, bytes, { body: false });
  expect(status).toBe(405);
  checkHeaders(status, headers);
  expect(Object.fromEntries(headers)).toMatchObject({
    allow: 'POST',
    'content-length': expect.stringMatching(/^[1-9]/),
  });
  expect(body).toHaveLength(0);
});

test('a method cannot be overridden by a header', async () => {
  const headers = [['X-HTTP-Method-Override', 'POST']] as const;
  expect((await sendRequest(server, { method: 'GET', target: paths.login, headers })).reason).toBe(
    'method_not_allowed',
  );
});

test('no origin is allowed, and an Accept of another type changes nothing', async () => {
  const headers = [
    ['Origin', 'https://elsewhere.example'],
    ['Access-Control-Request-Method', 'POST'],
    ['Accept', 'text/html'],
    ['Accept-Encoding', 'gzip, br'],
  ] as const;
  for (const method of ['POST', 'OPTIONS']) {
    const response = await sendRequest(server, { method, target: paths.login, headers });
    expect(
      response.headers.filter(([name]) => /^access-control-|^vary$|^content-encoding$/.test(name)),
    ).toEqual([]);
  }
});
