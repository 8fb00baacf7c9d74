import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import contract from '../../generated/openapi.json' with { type: 'json' };
import {
  clientOf,
  credentials,
  generated,
  keyData,
  loggedIn,
  loginData,
  rejection,
  success,
} from './fake-service.ts';

const request = { identity: 'ada@example.com', password: 'secret-password' };

/** Everything that a log could write about a value. */
const written = (value: unknown) =>
  [
    inspect(value, { depth: Infinity, getters: true, showHidden: false }),
    JSON.stringify(value),
    `${value}`,
  ].join('\n');

test('properties return the secrets', async () => {
  const { client } = clientOf([loggedIn(), generated()]);
  const { access_token: accessToken } = await client.login(request);
  expect(accessToken).toBe('secret-token');
  expect((await client.generateApiKey({}, { accessToken })).api_key).toBe('secret-key');
});

test('logged data does not contain its secret', async () => {
  const { client } = clientOf([loggedIn(), generated()]);
  const login = await client.login(request);
  const key = await client.generateApiKey({}, { accessToken: login.access_token });
  expect(written([login, key])).not.toContain('secret-');
  expect(written(login)).toContain("access_token: '[hidden]'");
  expect(JSON.parse(JSON.stringify(key))).toEqual({ ...keyData, api_key: '[hidden]' });
});

test('a logged result does not contain its secret', async () => {
  const { client } = clientOf([loggedIn()]);
  expect(written(await client.result.login(request))).not.toContain('secret-');
});

test('logged data does not contain its secret where another field repeats it', async () => {
  const { client } = clientOf([success({ ...keyData, id: 'secret-key', note: 'Store secret-key now' })]);
  const key = await client.generateApiKey({}, { accessToken: 'a' });
  expect(JSON.parse(JSON.stringify(key))).toMatchObject({ id: '[hidden]', note: 'Store [hidden] now' });
});

test('the data is otherwise a plain object', async () => {
  const { client } = clientOf([loggedIn()]);
  const login = await client.login(request);
  expect(Object.keys(login)).toEqual(Object.keys(loginData));
  expect({ ...login }).toEqual(loginData);
});

test('a response cannot replace the code that hides secrets', async () => {
  const { client } = clientOf([success({ ...keyData, toJSON: 'x' })]);
  expect(written(await client.generateApiKey({}, { accessToken: 'a' }))).not.toContain('secret-');
});

test('a logged client does not contain its credentials or its token', async () => {
  const { client } = clientOf([loggedIn(), generated()], { credentials });
  await client.generateApiKey();
  expect(inspect(client, { depth: Infinity, showHidden: true })).not.toContain('secret-');
});

test.each([
  ['a rejection', rejection(401, 'invalid_credentials')],
  ['a response that is cut short', new Response('{"data":{"access_token":"secret-token"')],
  ['a response without a status', new Response('{"data":{"access_token":"secret-token"}}')],
  ['no response', new TypeError('fetch failed')],
])('a logged failure does not contain secrets: %s', async (_name, response) => {
  const { client } = clientOf([response], { retries: 0 });
  const result = await client.result.login(request);
  if (result.ok) expect.fail('it is a success');
  expect(written(result)).not.toContain('secret-');
  expect(result.failure.stack).not.toContain('secret-');
});

test.each([
  ['a token', { accessToken: 'secret-token\nof a file' }, 'Authorization'],
  ['an idempotency key', { accessToken: 'a', idempotencyKey: 'secret-value\nof a file' }, 'Idempotency-Key'],
])('%s that is not a valid header value is not in the failure', async (_what, options, header) => {
  const { client, sent } = clientOf([]);
  const result = await client.result.generateApiKey({}, options);
  const message = expect.stringContaining(`the header ${header} is not valid`);
  expect(result).toMatchObject({ failure: { reason: 'not_sent', message } });
  expect(written(result)).not.toContain('secret-');
  expect(sent()).toEqual([]);
});

test('the hidden fields are the secret fields of responses in the contract', async () => {
  const { LoginResult, GenerateApiKeyResult, RevokeApiKeyResult } = contract.components.schemas;
  const marked = [LoginResult, GenerateApiKeyResult, RevokeApiKeyResult].flatMap(({ properties }) =>
    Object.entries(properties).flatMap(([name, schema]) => ('x-secret' in schema ? [name] : [])),
  );
  expect(marked).toEqual(['access_token', 'api_key']);

  const values = Object.fromEntries(marked.map((name) => [name, 'secret-value']));
  const { client } = clientOf([success({ ...loginData, ...values })]);
  expect(written(await client.login(request))).not.toContain('secret-');
});
