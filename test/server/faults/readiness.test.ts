import { expect, test } from 'vitest';
import { isPostgresUrl } from '../../../server/store/postgres/url.ts';
import { internalOf, sendToInternal } from '../../support/http/internal-listener.ts';
import { serverForTest } from '../../support/server/test-server.ts';
import { faults, plantFaults } from './faults.ts';
import { sceneOf } from './scenes.ts';

const live = { method: 'GET', target: '/live' };
const ready = { method: 'GET', target: '/ready' };

const green = { ready: true, checks: { accepting: 'ok', store_read: 'ok', store_write: 'ok' } };
const red = {
  ready: false,
  checks: { accepting: 'ok', store_read: 'failed', store_write: 'failed' },
  reason: expect.stringMatching(/^the (database|store) /),
};

test.each(faults)(
  '%s: /ready is red and names the store while it lasts, then green without a restart',
  async (fault) => {
    const planted = plantFaults();
    const server = await serverForTest({ config: { internal: { listen: '127.0.0.1:0' } } });
    const internal = internalOf(server);
    const call = await sceneOf(server, 'generation of a key');
    // It says no while the store takes a second, as on a busy machine it may.
    await expect.poll(async () => (await sendToInternal(internal, ready)).json).toEqual(green);

    planted.failAlways(fault);
    const responses = [await sendToInternal(internal, ready), await sendToInternal(internal, live)];
    expect(responses.map(({ status }) => status)).toEqual([503, 200]);
    expect(responses[0]?.json).toEqual(red);
    // One that is busy for a moment only is waited for.
    const called = call();
    if (fault !== 'file busy for a moment') expect((await called).reason).toBe('unavailable');

    planted.restore();
    await called;
    await expect.poll(async () => (await sendToInternal(internal, ready)).json).toEqual(green);
    expect((await call()).reason).toBeUndefined();
    for (const secret of secretsIn(server.database))
      for (const text of [server.log.text(), ...responses.map(({ text }) => text)])
        expect(text).not.toContain(secret);
  },
);

/** Of SQLite, nothing: the name of its file is in the log. */
function secretsIn(database: string): string[] {
  if (!isPostgresUrl(database)) return [];
  const { password } = new URL(database);
  expect(password).not.toBe('');
  return [password, database];
}
