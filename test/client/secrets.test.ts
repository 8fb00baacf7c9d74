import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { createClient } from '../../client/index.ts';
import contract from '../../generated/openapi.json' with { type: 'json' };
import {
  clientOf,
  credentials,
  generated,
  keyData,
  loggedIn,
  loginData,
  refusal,
  success,
} from './fake-service.ts';

const request = { identity: 'ada@example.com', password: 'secret-password' };

/** Everything that a log would write of a value. */
const written = (value: unknown) =>
  [
    inspect(value, { depth: Infinity, getters: true, showHidden: false }),
    JSON.stringify(value),
    `${value}`,
  ].join('\n');

test('secrets are read by their names', async () => {
  const { client } = clientOf([loggedIn(), generated()]);
  const { access_token: accessToken } = await client.login(request);
  expect(accessToken).toBe('secret-token');
  expect((await client.generateApiKey({}, { accessToken })).api_key).toBe('secret-key');
});

test('a payload is written without its secret', async () => {
  const { client } = clientOf([loggedIn(), generated()]);
  const login = await client.login(request);
  const key = await client.generateApiKey({}, { accessToken: login.access_token });
  expect(written([login, key])).not.toContain('secret-');
  expect(written(login)).toContain("access_token: '[hidden]'");
  expect(JSON.parse(JSON.stringify(key))).toEqual({ ...keyData, api_key: '[hidden]' });
});

test('a result is written without its secret', async () => {
  const { client } = clientOf([loggedIn()]);
  expect(written(await client.result.login(request))).not.toContain('secret-');
});

test('a payload looks like any other object but for that', async () => {
  const { client } = clientOf([loggedIn()]);
  const login = await client.login(request);
  expect(Object.keys(login)).toEqual(Object.keys(loginData));
  expect({ ...login }).toEqual(loginData);
});

test('an answer cannot bring its own way of being written', async () => {
  const { client } = clientOf([success({ ...keyData, toJSON: 'x' })]);
  expect(written(await client.generateApiKey({}, { accessToken: 'a' }))).not.toContain('secret-');
});

test('a client is written without its credentials or its token', async () => {
  const { client } = clientOf([loggedIn(), generated()], { credentials });
  await client.generateApiKey();
  expect(inspect(client, { depth: Infinity, showHidden: true })).not.toContain('secret-');
});

test.each([
  ['a refusal', refusal(401, 'invalid_credentials')],
  ['an answer that is cut short', new Response('{"data":{"access_token":"secret-token"')],
  ['an answer without a status', new Response('{"data":{"access_token":"secret-token"}}')],
  ['no answer', new TypeError('fetch failed')],
])('a failure is written without secrets: %s', async (_name, response) => {
  const { client } = clientOf([response], { retries: 0 });
  const answer = await client.result.login(request);
  if (answer.ok) expect.fail('it is a success');
  expect(written(answer)).not.toContain('secret-');
  expect(answer.failure.stack).not.toContain('secret-');
});

test('a token that no header can carry is not in the failure', async () => {
  const { client, asked } = clientOf([]);
  const answer = await client.result.generateApiKey({}, { accessToken: 'secret-token\nof a file' });
  expect(answer).toMatchObject({ failure: { reason: 'not_sent' } });
  expect(written(answer)).not.toContain('secret-');
  expect(asked()).toEqual([]);
});

test('a password in the base address is not in the failure', async () => {
  const client = createClient({ baseUrl: 'https://ada:secret-password@service.test' });
  const answer = await client.result.login(request);
  expect(answer).toMatchObject({ failure: { reason: 'not_sent' } });
  expect(written(answer)).not.toContain('secret-');
});

test('what is hidden is what the contract marks as secret in its answers', async () => {
  const { LoginResult, GenerateApiKeyResult, RevokeApiKeyResult } = contract.components.schemas;
  const marked = [LoginResult, GenerateApiKeyResult, RevokeApiKeyResult].flatMap(({ properties }) =>
    Object.entries(properties).flatMap(([name, schema]) => ('x-secret' in schema ? [name] : [])),
  );
  expect(marked).toEqual(['access_token', 'api_key']);

  const { client } = clientOf([success(Object.fromEntries(marked.map((name) => [name, 'secret-value'])))]);
  expect(written(await client.login(request))).not.toContain('secret-');
});
