import { randomBytes } from 'node:crypto';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { ensureDemoAccounts } from '../../operator/accounts/demo.ts';
import { openService, type ServiceOptions } from '../../operator/run/open-service.ts';
import { serverForTest } from '../conformance/test-server.ts';
import { createClock } from '../support/server/clock.ts';
import { type DatabasePaths, temporaryDatabase } from '../support/server/database.ts';
import { captureLog, cheapPasswords } from '../support/server/test-server.ts';

const passwords = cheapPasswords();
const credentials = { identity: 'demo@example.com', password: 'demo-password' };

function optionsOn({ database, secrets }: DatabasePaths): ServiceOptions {
  return {
    config: { database, secrets },
    passwords,
    log: captureLog().log,
    prepare: async ({ accounts }) => {
      await ensureDemoAccounts({ accounts, passwords, random: randomBytes, now: Date.now });
    },
  };
}

async function logIn(base: string, given: object = credentials): Promise<number> {
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify(given);
  const result = await fetch(`${base}/v1/auth/login`, { method: 'POST', headers, body });
  await result.arrayBuffer();
  return result.status;
}

test('the service responds below a path of another app, which keeps the other paths', async () => {
  const service = await openService(optionsOn(await temporaryDatabase()));
  onTestFinished(service.close);
  const app = express().use('/access', service.listener);
  app.use((_request, response) => void response.status(418).send('mine'));
  const { url } = await serverForTest(app);
  expect([await logIn(`${url}/access`), await logIn(url)]).toEqual([200, 418]);
  const unknown = await fetch(`${url}/access/unknown`);
  expect(await unknown.json()).toMatchObject({ status: { code: 404, reason: 'not_found' } });
});

test('a closed service logs nobody in, and keeps its data until it is opened again; demo accounts need no rate limits', async () => {
  const database = await temporaryDatabase();
  const first = await openService(optionsOn(database));
  const { url } = await serverForTest(first.listener);
  expect(await logIn(url)).toBe(200);
  await Promise.all([first.close(), first.close()]);
  expect(await logIn(url)).toBeGreaterThanOrEqual(500);
  const { prepare: _, ...options } = optionsOn(database);
  await expect(openService(options)).rejects.toThrow('has the demo account');
  const second = await openService({ ...options, config: { ...database, rateLimits: false } });
  onTestFinished(second.close);
  expect(await logIn((await serverForTest(second.listener)).url)).toBe(200);
});

test('an error before the service is open rejects, and leaves nothing open', async () => {
  const database = await temporaryDatabase();
  const closed: (() => Promise<unknown>)[] = [];
  const opening = openService({
    ...optionsOn(database),
    prepare: async ({ accounts }) => {
      closed.push(() => accounts.countPasswordCosts());
      throw new Error('not prepared');
    },
  });
  await expect(opening).rejects.toThrow('not prepared');
  expect(closed).toHaveLength(1);
  await expect((async () => closed[0]?.())()).rejects.toThrow();
});

test.each([
  [
    'has the rate limits of its configuration',
    { requestsPerMinute: { login: 3 } },
    [401, 401, 401, 429],
  ],
  ['has no rate limits when they are off', false, Array(61).fill(401)],
] as const)('an app %s', async (_what, rateLimits, expected) => {
  const { config, ...options } = optionsOn(await temporaryDatabase());
  const { now } = createClock();
  const service = await openService({ ...options, now, config: { ...config, rateLimits } });
  onTestFinished(service.close);
  const { url } = await serverForTest(service.listener);
  for (const status of expected)
    expect(await logIn(url, { identity: 'nobody@example.com' })).toBe(status);
});

test('reports every error of a configuration, before it opens anything', async () => {
  const database = await temporaryDatabase();
  const { config: _, ...options } = optionsOn(database);
  const wrong = {
    database: database.database,
    maximumKeys: 0,
    rateLimit: false,
    limits: { bodyBytes: 1 },
  };
  await expect(openService({ ...options, config: wrong })).rejects.toThrow(
    'config: "rateLimit" is not a known field; maximumKeys: must be >= 1; limits.bodyBytes: must be >= 1024',
  );
});
