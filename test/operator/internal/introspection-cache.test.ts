import { expect, onTestFinished, test, vi } from 'vitest';
import { createKey } from '../../server/store/an-account.ts';
import { generate, revoke, textIn, tokenOf } from '../../support/http/call-operations.ts';
import { internalOf, introspect, sendToInternal } from '../../support/http/internal-listener.ts';
import { hours } from '../../support/server/clock.ts';
import { createTestDatabase } from '../../support/server/database.ts';
import { addPerson, credentialsOf } from '../../support/server/people.ts';
import { startTestServer } from '../../support/server/test-server.ts';

const inactive = { active: false };

/** Two servers on one database, of which each caches keys, and a key that both have found active. */
async function twoServers(cacheMs?: number) {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { database, secrets, remove } = await createTestDatabase();
  onTestFinished(remove);
  const start = async () => {
    const server = await startTestServer({
      config: { database, secrets, internal: { listen: '127.0.0.1:0', cacheMs } },
    });
    onTestFinished(() => server.close());
    return server;
  };
  const [one, other] = [await start(), await start()];
  const person = await addPerson(one);
  const token = await tokenOf(one, credentialsOf(person));
  const made = await generate(one, token);
  const key = textIn(made, 'api_key');
  const verify = async () => [
    await introspect(internalOf(one), key),
    await introspect(internalOf(other), key),
  ];
  const active = await verify();
  expect(active).toMatchObject([{ active: true }, { active: true }]);
  return { one, person, active: active[1], end: () => revoke(one, token, textIn(made, 'id')), verify };
}

test('a revocation takes effect at once in its process, and within a second in another', async () => {
  const { active, end, verify } = await twoServers();
  await end();
  vi.advanceTimersByTime(999);
  expect(await verify()).toEqual([inactive, active]);
  vi.advanceTimersByTime(1);
  expect(await verify()).toEqual([inactive, inactive]);
});

test('a disabled or deleted account has no active key in the same process at once, and within a second in another', async () => {
  const { one, person, active, verify } = await twoServers();
  await one.store.accounts.disable(person.id, one.clock.now());
  expect(await verify()).toEqual([inactive, active]);
  await one.store.accounts.enable(person.id, one.clock.now());
  expect(await verify()).toEqual([active, active]);
  await one.store.accounts.delete(person.id, one.clock.now());
  expect(await verify()).toEqual([inactive, active]);
  vi.advanceTimersByTime(1000);
  expect(await verify()).toEqual([inactive, inactive]);
});

test('without a cache, a revocation takes effect at once in every process', async () => {
  const { end, verify } = await twoServers(0);
  await end();
  expect(await verify()).toEqual([inactive, inactive]);
});

test('a cached key that has expired is inactive', async () => {
  const { one, person } = await twoServers();
  const now = one.clock.now();
  const { key } = await createKey(one.store, person.id, now, { expiresAt: now + hours(1) });
  expect(await introspect(internalOf(one), key)).toMatchObject({ active: true });
  one.clock.advance(hours(1));
  expect(await introspect(internalOf(one), key)).toEqual(inactive);
});

test('several keys and tokens are introspected at once, in their order', async () => {
  const { one, person } = await twoServers();
  const internal = internalOf(one);
  const token = await tokenOf(one, credentialsOf(person));
  const made = await generate(one, token);
  const another = textIn(await generate(one, token), 'api_key');
  const send = (tokens: unknown) =>
    sendToInternal(internal, { target: '/introspect-many', token: internal.credential, body: { tokens } });
  const tokens = [textIn(made, 'api_key'), 'unknown', token, another];
  const { status, json } = await send(tokens);
  expect({ status, json }).toEqual({
    status: 200,
    json: { results: await Promise.all(tokens.map((each) => introspect(internal, each))) },
  });
  expect(json.results).toMatchObject([
    { kind: 'api_key' },
    inactive,
    { kind: 'access_token' },
    { kind: 'api_key' },
  ]);
  expect((await send(Array.from({ length: 100 }, () => another))).status).toBe(200);
  for (const wrong of [[], [''], Array.from({ length: 101 }, () => another), another, [1], undefined])
    expect((await send(wrong)).status).toBe(400);
});
