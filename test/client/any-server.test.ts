import { afterAll, expect, test } from 'vitest';
import { createClient } from '../../client/index.ts';
import { createMock } from '../../mock/create-mock.ts';
import { startMockServer } from '../../mock/server.ts';
import { sourceAccount, startSourceServer } from '../../scripts/check-generators/source-server.ts';
import { demoAccounts } from '../../server/config/demo-accounts.ts';
import { useClient } from '../support/http/use-client.ts';

const source = await startSourceServer();
const mock = await startMockServer(createMock());
afterAll(async () => {
  source.close();
  await mock.close();
});

const { identity, password } = demoAccounts.plain;

// test/implementations does the same with each example server.
test.each([
  ['a server that knows only the source', source.url, sourceAccount, 'Revoked'],
  ['the mock', mock.url, { identity, password }, 'API key revoked'],
])('the client works with %s', async (_name, url, credentials, message) => {
  expect(await useClient(url, credentials)).toEqual({
    secret: expect.stringMatching(/./),
    message,
    unknown: 404,
    refused: 401,
  });
});

test('it logs in again when a server without reasons rejects the token', async () => {
  const client = createClient({ baseUrl: source.url, credentials: sourceAccount });
  await client.generateApiKey();
  source.forgetTokens();
  expect(await client.generateApiKey()).toMatchObject({ note: 'Keep it' });
});

test('it keeps the fields that the contract does not define, and leaves out those of another type', async () => {
  const client = createClient({ baseUrl: source.url });
  const login = await client.login(sourceAccount);
  expect({ ...login }).toEqual({
    access_token: expect.any(String),
    me_id: '17',
    mfa_enabled: false,
    nickname: 'Ada',
    tokenType: 'bearer',
    profile: { roles: ['root'] },
  });
  const key = await client.generateApiKey({}, { accessToken: login.access_token });
  expect(key).toMatchObject({ id: expect.stringMatching(/^\d+$/), createdAt: 'today', key: { scopes: [] } });
  expect(key).not.toHaveProperty('created_at');
});
