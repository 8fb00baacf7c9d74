import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { EnvHttpProxyAgent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ApiFailure, createClient } from '../../client/index.ts';
import { mockServerForTest } from '../mock/in-process.ts';
import { startForwardProxy } from '../support/http/forward-proxy.ts';
import { addPerson, addPersonWithMfa, codeOf, credentialsOf } from '../support/server/people.ts';
import { serverForFile } from '../support/server/test-server.ts';
import { clientOf } from './fake.ts';

const server = await serverForFile();
// Long enough for a busy machine.
const options = { baseUrl: server.url, timeout: 300_000 };
const client = createClient(options);

test('a caller logs in, generates a key and revokes it', async () => {
  const { access_token: accessToken } = await client.login(credentialsOf(await addPerson(server)));
  const key = await client.generateApiKey({ description: 'Nightly build' }, { accessToken });
  expect(key).toMatchObject({
    description: 'Nightly build',
    api_key: expect.stringMatching(/^aak_/),
  });
  const revocation = await client.revokeApiKey(key.id, { accessToken });
  expect(revocation).toMatchObject({ id: key.id, message: 'API key revoked' });
});

test('a login without a one-time code fails with otp_required, and with it succeeds', async () => {
  const person = await addPersonWithMfa(server);
  const first = await client.result.login(credentialsOf(person));
  expect(first).toMatchObject({ ok: false, failure: { reason: 'otp_required', code: 401 } });

  const second = await client.login({ ...credentialsOf(person), otp: codeOf(person, server) });
  expect(second).toMatchObject({ mfa_enabled: true });
});

describe('a failure', () => {
  test('lists the invalid fields and has the trace id', async () => {
    expect(await client.result.login({ identity: 'nobody' })).toMatchObject({
      ok: false,
      failure: {
        reason: 'validation_failed',
        status: 400,
        code: 400,
        message: expect.stringMatching(/^Validation failed: \/identity must match: one `@`, /),
        errors: [{ location: '/body/identity', rule: 'pattern' }],
        traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    });
  });

  test.each([
    [{ identity: 'a' }, 'Validation failed: /identity must have at least 3 characters'],
    [
      { identity: 'a@b', otp: '1'.repeat(99) },
      'Validation failed: /otp must have at most 64 characters',
    ],
  ])('says what the service requires, case %#', async (request, message) => {
    await expect(client.login(request)).rejects.toThrow(message);
  });

  test('is thrown by the methods outside `result`', async () => {
    const call = client.login({ identity: 'ada@example.com' });
    await expect(call).rejects.toBeInstanceOf(ApiFailure);
    await expect(call).rejects.toMatchObject({ name: 'ApiFailure', reason: 'password_required' });
  });

  test('is the result of a key operation without a token, which only JavaScript can call', async () => {
    // @ts-expect-error the client has no credentials
    const result = await client.result.generateApiKey();
    expect(result).toMatchObject({ failure: { reason: 'token_missing' } });
  });

  test('has the reason no_response when nothing listens, and the call is retried', async () => {
    const retried: number[] = [];
    const nowhere = createClient({
      // A port that the system never assigns to a server, and that the platform does not block.
      baseUrl: 'http://127.0.0.1:4',
      random: () => 0,
      onRetry: ({ attempt }) => retried.push(attempt),
    });
    const result = await nowhere.result.generateApiKey({}, { accessToken: 'a' });
    const message = 'No response from http://127.0.0.1:4 (ECONNREFUSED)';
    expect(result).toMatchObject({ failure: { reason: 'no_response', message } });
    expect(retried).toEqual([1, 2]);
  });
});

test.each<readonly [value: unknown, problem: string]>([
  ['..', 'the id is not valid'],
  ['.', 'the id is not valid'],
  ['', 'the id is empty'],
  [undefined, 'the id is not a string'],
])('the id %j, which would lead to another path, is not sent', async (value, problem) => {
  const { client, sent } = clientOf([]);
  // In JavaScript an id may be anything.
  const id = value as string;
  expect(await client.result.revokeApiKey(id, { accessToken: 'a' })).toMatchObject({
    failure: { reason: 'not_sent', message: `The request was not sent: ${problem}` },
  });
  expect(sent()).toEqual([]);
});

test('an empty access token is not sent', async () => {
  const { client, sent } = clientOf([]);
  expect(await client.result.generateApiKey({}, { accessToken: '' })).toMatchObject({
    failure: { message: 'The request was not sent: the access token is empty' },
  });
  expect(sent()).toEqual([]);
});

test.each(['...', '%2e%2e', '../../auth/login', 'key_1/..', 'a/b?c'])(
  'the id "%s" stays one segment of the path',
  async (id) => {
    const credentials = credentialsOf(await addPerson(server));
    const { result } = createClient({ ...options, credentials });
    expect(await result.revokeApiKey(id)).toMatchObject({ failure: { reason: 'key_not_found' } });
  },
);

describe('the base address', () => {
  test.each([
    '',
    'access.example.com',
    '/access',
    'localhost:8080',
    'ftp://access.example.com',
    'https://ada:secret-password@access.example.com',
    'https://access.example.com/?tenant=1',
    'https://access.example.com/#top',
  ])('"%s" is rejected when the client is created', (baseUrl) => {
    const create = () => createClient({ baseUrl });
    expect(create).toThrow(TypeError);
    expect(create).toThrow('baseUrl must be an absolute http or https address');
    expect(create).not.toThrow('secret-');
  });

  test.each(['/v1', '/v1/', '/access/v1'])('with "%s" at its end is rejected', (path) => {
    expect(() => createClient({ baseUrl: `http://service.test${path}` })).toThrow(
      'baseUrl must not end in /v1: the client adds it to each path',
    );
  });

  test.each(['', '/', '//', '/access', '/access/', '/?', '/#', '/v1/access'])(
    'may end with "%s"',
    async (path) => {
      const { client, requests } = clientOf([new Response()], {
        baseUrl: `http://service.test${path}`,
      });
      await client.result.login({ identity: 'ada@example.com' });
      const urls = requests.map(({ url }) => url);
      expect(urls).toEqual([`http://service.test${path.replace(/[/?#]+$/, '')}/v1/auth/login`]);
    },
  );
});

test.each(['everything', 'one client'])('undici leads %s through a proxy', async (way) => {
  const mock = await mockServerForTest();
  const proxy = await startForwardProxy(mock.url);
  vi.stubEnv('http_proxy', proxy.url);
  const [agent, before] = [new EnvHttpProxyAgent(), getGlobalDispatcher()];
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    setGlobalDispatcher(before);
    await agent.destroy();
  });
  if (way === 'everything') setGlobalDispatcher(agent);
  // The types of undici and of Node's own `fetch` differ in the version.
  const fetchByAgent = (request: Request) => fetch(request, { dispatcher: agent } as object);
  const { generateApiKey } = createClient({
    ...options,
    // A host that only the proxy can reach (RFC 2606).
    baseUrl: 'http://access.invalid',
    credentials: { identity: 'demo@example.com', password: 'demo-password' },
    ...(way === 'one client' && { fetch: fetchByAgent }),
  });
  expect(await generateApiKey({ description: 'Far away' })).toMatchObject({
    description: 'Far away',
  });
  expect(new Set(proxy.hosts.map((host) => host.replace(/:80$/, '')))).toEqual(
    new Set(['access.invalid']),
  );
});

test('what a page loads for the client is at most 7,700 bytes, minified and gzipped', async () => {
  // For no specific platform, so an import of a Node module does not resolve and fails the build.
  const { outputFiles } = await build({
    stdin: {
      contents: `export { createClient } from './client/index.ts'`,
      resolveDir: process.cwd(),
    },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    write: false,
  });
  const [{ contents = Buffer.of() } = {}] = outputFiles;
  expect(gzipSync(contents, { level: 9 }).length).toBeLessThanOrEqual(7700);
});
