import { afterAll, expect, test } from 'vitest';
import { createClient } from '../../client/index.ts';
import { sourceAccount, startSourceServer } from './source-server.ts';

const source = await startSourceServer();
afterAll(() => source.close());

test('the client logs in again when a server without reasons rejects the token', async () => {
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
  expect(key).toMatchObject({
    id: expect.stringMatching(/^\d+$/),
    createdAt: 'today',
    key: { scopes: [] },
  });
  expect(key).not.toHaveProperty('created_at');
});
