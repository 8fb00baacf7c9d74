import { expect, test } from 'vitest';
import { Problem } from '../../../server/http/problem.ts';
import { paths, revoke } from '../../support/http/call-operations.ts';
import type { RawResponse } from '../../support/http/raw-connection.ts';
import { type Request, sendRequest } from '../../support/http/send-request.ts';
import { announced, deprecatedContract, ending } from '../../support/server/deprecated-contract.ts';
import { appForTest } from '../../support/server/test-app.ts';

const key = { id: 'key_0000000000000000000000', api_key: 'x', note: 'x', description: '' };

function headersOf({ headers }: Pick<RawResponse, 'headers'>) {
  const named = (wanted: string) => headers.find(([name]) => name === wanted)?.[1];
  return { deprecation: named('deprecation'), sunset: named('sunset'), link: named('link') };
}

const refusals: readonly (readonly [status: number, request: Partial<Request>])[] = [
  [400, { body: '{', token: 'a' }],
  [400, { body: { unknown: 1 }, token: 'a' }],
  [400, { body: {}, headers: ['a', 'b'].map((token) => ['Authorization', `Bearer ${token}`]) }],
  [401, { body: {} }],
  [409, { body: {}, token: 'a' }],
  [413, { body: ' '.repeat(20_000), token: 'a' }],
  [414, { target: `${paths.generate}?${'x'.repeat(2_048)}`, body: {}, token: 'a' }],
  [415, { body: '{}', token: 'a', headers: [['Content-Type', 'text/plain']] }],
];

test('every rejected request to a deprecated operation announces the deprecation', async () => {
  const app = await appForTest(() => Promise.reject(new Problem('key_limit_reached')), {
    document: deprecatedContract('generateApiKey'),
  });
  for (const [status, request] of refusals) {
    const response = await sendRequest(app, { target: paths.generate, ...request });
    expect(response.httpStatus, JSON.stringify(request)).toBe(status);
    expect(headersOf(response), JSON.stringify(request)).toEqual(announced);
  }
});

const revoked = { message: 'API key revoked', id: key.id, revoked_at: '2026-01-01T00:00:00Z' };

test.each([
  ['a success', 200, async () => revoked],
  ['an internal error', 500, () => Promise.reject(new Error('a bug'))],
])('%s announces it too', async (_what, status, operation) => {
  const app = await appForTest(operation, { document: deprecatedContract('revokeApiKey') });
  const response = await revoke(app, 'a', key.id);
  expect(response.httpStatus).toBe(status);
  expect(headersOf(response)).toEqual(announced);
});

test.each([
  ['/v2/auth/login', '../../v2/auth/login'],
  ['/v1/auth/log-in', './log-in'],
  ['/v1/sessions', '../sessions'],
  ['/v1/auth', '../auth'],
])('the successor is linked by its relative path: %s', async (path, reference) => {
  const document = deprecatedContract('login', { ...ending, successor: 'logInAgain' });
  const { post } = document.paths[paths.login];
  document.paths[path] = { post: { ...post, operationId: 'logInAgain', deprecated: false } };
  const app = await appForTest(async () => key, { document });
  const { link } = headersOf(await sendRequest(app, { target: paths.login }));
  expect(link).toBe(`${announced.link}, <${reference}>; rel="successor-version"`);
  expect(new URL(reference, `https://api.example.com/prefix${paths.login}`).pathname).toBe(
    `/prefix${path}`,
  );
});

test('a successor with path parameters is not linked', async () => {
  const document = deprecatedContract('generateApiKey', { ...ending, successor: 'revokeApiKey' });
  const app = await appForTest(async () => key, { document });
  expect(headersOf(await sendRequest(app, { target: paths.generate }))).toEqual(announced);
});
