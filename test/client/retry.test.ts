import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Client, ClientOptions } from '../../client/index.ts';
import { fakeTimers } from '../support/server/clock.ts';
import {
  clientOf,
  credentials,
  generated,
  loggedIn,
  rejection,
  revoked,
  type Scripted,
  silence,
  timed,
} from './fake.ts';

beforeEach(() => fakeTimers());

const accessToken = 'a';
const lost = () => new TypeError('fetch failed');
const html = (status: number) => () => Promise.resolve(new Response('<html></html>', { status }));
const busy = (seconds?: number) =>
  rejection(503, 'unavailable', seconds === undefined ? {} : { 'Retry-After': `${seconds}` });

/** After these, what is safe to repeat is sent again. */
const temporary = (): [string, Scripted][] => [
  ['no response', lost()],
  ['a timeout', silence],
  ['an error page of a gateway', html(502)],
  ['an unreadable success', html(200)],
  ['an internal error', rejection(500, 'internal_error')],
  ['a service that is unavailable', busy()],
  ['too many requests', rejection(429, 'rate_limited')],
  ['a request that arrived too slowly', rejection(408, 'request_timeout')],
];

describe('a revocation', () => {
  test.each(temporary())('is sent again after %s', async (_name, first) => {
    const { client, sent } = clientOf([first, revoked()]);
    const [result] = await timed(client.result.revokeApiKey('key_1', { accessToken }));
    expect(result).toMatchObject({ ok: true });
    expect(sent()).toEqual(['DELETE key_1', 'DELETE key_1']);
  });

  test.each([
    [404, 'key_not_found'],
    [400, 'validation_failed'],
    [401, 'token_invalid'],
  ])('is not sent again after %i %s', async (code, reason) => {
    const { client, sent } = clientOf([rejection(code, reason)]);
    const [result] = await timed(client.result.revokeApiKey('key_1', { accessToken }));
    expect(result).toMatchObject({ failure: { reason } });
    expect(sent()).toEqual(['DELETE key_1']);
  });

  test.each([
    ['two retries', {}, 3],
    ['`retries`', { retries: 5 }, 6],
  ])('ends after %s', async (_name, options, requests) => {
    const { client, sent } = clientOf(Array.from({ length: 9 }, lost), options);
    await timed(client.result.revokeApiKey('key_1', { accessToken }));
    expect(sent()).toHaveLength(requests);
  });
});

describe('a generation', () => {
  const sentAgain = ['a service that is unavailable', 'too many requests'];

  test.each<[string, Scripted]>([
    ...temporary(),
    ['the page of a gateway that is unavailable', html(503)],
    ['too many keys', rejection(409, 'key_limit_reached')],
  ])(
    'is sent again after %s only if an envelope says unavailable or rate_limited',
    async (name, first) => {
      const { client, sent } = clientOf([first, generated()]);
      const [result] = await timed(client.result.generateApiKey({}, { accessToken }));
      expect(result.ok).toBe(sentAgain.includes(name));
      expect(sent()).toEqual(Array(result.ok ? 2 : 1).fill('POST generate'));
    },
  );
});

describe.each([
  ['its own idempotency key', {}, { idempotencyKey: 'deploy-7' }],
  ['a random idempotency key', { idempotencyKeys: true }, {}],
] as const)('a generation with %s', (_name, options, callOptions) => {
  const call = { accessToken, ...callOptions };

  test.each(temporary())('is sent again with the same key after %s', async (_name, first) => {
    const { client, sent, idempotencyKeys } = clientOf([first, generated()], options);
    const [result] = await timed(client.result.generateApiKey({}, call));
    expect(result).toMatchObject({ ok: true });
    expect(sent()).toEqual(['POST generate', 'POST generate']);
    const [key] = idempotencyKeys();
    expect(key).toMatch(/^[ -~]{1,255}$/);
    expect(idempotencyKeys()).toEqual([key, key]);
  });

  test.each(['key_limit_reached', 'idempotency_conflict', 'idempotency_key_spent'])(
    'is not sent again after %s',
    async (reason) => {
      const { client, sent } = clientOf([rejection(409, reason), generated()], options);
      const [result] = await timed(client.result.generateApiKey({}, call));
      expect(result).toMatchObject({ failure: { reason } });
      expect(sent()).toEqual(['POST generate']);
    },
  );

  test('keeps its key when the client logs in again', async () => {
    const script = [loggedIn(), rejection(401, 'token_invalid'), loggedIn(), generated()];
    const { client, idempotencyKeys } = clientOf(script, { ...options, credentials });
    await client.generateApiKey({}, callOptions);
    const [, key] = idempotencyKeys();
    expect(idempotencyKeys()).toEqual([null, key, null, key]);
  });
});

describe('the idempotency key', () => {
  const keysOf = async (
    options: Partial<ClientOptions>,
    ...calls: readonly (string | undefined)[]
  ) => {
    const { client, idempotencyKeys } = clientOf(calls.map(generated), options);
    for (const key of calls)
      await client.generateApiKey(
        {},
        { accessToken, ...(key !== undefined && { idempotencyKey: key }) },
      );
    return idempotencyKeys();
  };

  test("is the caller's own, otherwise with `idempotencyKeys` another random one for each call, and without it none", async () => {
    expect(await keysOf({}, undefined)).toEqual([null]);
    expect(await keysOf({}, 'deploy-7')).toEqual(['deploy-7']);
    expect(await keysOf({ idempotencyKeys: true }, 'deploy-7')).toEqual(['deploy-7']);
    expect(new Set(await keysOf({ idempotencyKeys: true }, undefined, undefined)).size).toBe(2);
  });

  test('can be random on a page that was loaded over plain HTTP, which has no crypto.randomUUID', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(await keysOf({ idempotencyKeys: true }, undefined)).toEqual([
      expect.stringMatching(/^[\d-]+$/),
    ]);
  });

  test('is sent with a generation only', async () => {
    const options = { idempotencyKeys: true, credentials };
    const { client, idempotencyKeys } = clientOf([loggedIn(), revoked()], options);
    await client.revokeApiKey('key_1');
    expect(idempotencyKeys()).toEqual([null, null]);
  });
});

describe('a login', () => {
  test.each([
    ['is sent again when it was rejected', {}, ['POST login', 'POST login']],
    ['is never sent again with a one-time code', { otp: '492039' }, ['POST login']],
  ])('%s', async (_name, more, expected) => {
    const { client, sent } = clientOf([busy(), loggedIn()]);
    await timed(client.result.login({ identity: 'ada@example.com', password: 'x', ...more }));
    expect(sent()).toEqual(expected);
  });
});

describe('after a refused connection, when nothing was sent', () => {
  const refused = (code = 'ECONNREFUSED') =>
    new TypeError('fetch failed', { cause: Object.assign(new Error('connect'), { code }) });
  const refusedByBun = () =>
    Object.assign(new Error('Unable to connect'), { code: 'ConnectionRefused' });
  const ada = { identity: 'ada@example.com', password: 'x' };

  const generate = ({ generateApiKey }: Client) => generateApiKey({}, { accessToken });

  test.each<[string, Error, Response, (client: Client) => Promise<unknown>]>([
    ['a login', refused(), loggedIn(), ({ login }) => login(ada)],
    [
      'a login with a one-time code',
      refused(),
      loggedIn(),
      ({ login }) => login({ ...ada, otp: '492039' }),
    ],
    ['a generation without an idempotency key', refused(), generated(), generate],
    ['a generation in Bun', refusedByBun(), generated(), generate],
    [
      'a revocation',
      refused(),
      revoked(),
      ({ revokeApiKey }) => revokeApiKey('key_1', { accessToken }),
    ],
  ])('%s is sent again', async (_name, first, second, call) => {
    const { client, sent } = clientOf([first, second]);
    await timed(call(client));
    expect(sent()).toHaveLength(2);
  });

  test('a generation is not sent again after another error of the connection', async () => {
    const { client, sent } = clientOf([refused('ECONNRESET')]);
    await timed(client.result.generateApiKey({}, { accessToken }));
    expect(sent()).toEqual(['POST generate']);
  });
});

describe('the pause', () => {
  const pauseAfter = async (
    failures: readonly Scripted[],
    random: number,
    retries = failures.length,
  ) => {
    const { client } = clientOf([...failures, revoked()], { retries, random: () => random });
    const [, milliseconds] = await timed(client.result.revokeApiKey('key_1', { accessToken }));
    return milliseconds;
  };

  test('doubles, and is multiplied by a random number', async () => {
    expect(await pauseAfter([lost()], 1)).toBe(250);
    expect(await pauseAfter([lost()], 0.5)).toBe(125);
    expect(await pauseAfter([lost(), lost(), lost()], 1)).toBe(250 + 500 + 1000);
  });

  test('is at most ten seconds', async () => {
    const seven = await pauseAfter(Array.from({ length: 7 }, lost), 1);
    expect((await pauseAfter(Array.from({ length: 8 }, lost), 1)) - seven).toBe(10_000);
  });

  test('begins when Retry-After ends', async () => {
    expect(await pauseAfter([busy(7)], 0)).toBe(7000);
    expect(await pauseAfter([busy(7)], 1)).toBe(7250);
  });
});
