import { describe, expect, test } from 'vitest';
import { isPostgresUrl } from '../../../server/store/postgres/url.ts';
import { internalOf, sendToInternal } from '../../support/http/internal-listener.ts';
import { onPostgres } from '../../support/server/database.ts';
import { serverForTest } from '../../support/server/test-server.ts';
import { soaking } from '../../support/which-tests-run.ts';
import { faults, plantFaults } from './faults.ts';
import { changes, rowsOf } from './rows.ts';
import { sceneNames, sceneOf } from './scenes.ts';

// Every statement of every operation fails once in each way. Whatever fails, the caller hears it on contract, nothing is
// half done, and the next call goes well.

describe.each(sceneNames)('%s', (name) => {
  // Soaked, each statement fails in every way; else the ways take turns, as it is the place that makes the difference.
  const turns = soaking ? faults.length : 1;

  test.each([
    ['the statement does nothing', false],
    [onPostgres ? 'its transaction cannot be rolled back' : 'SQLite ends the transaction as well', true],
  ])('each statement in turn fails, and %s', { timeout: 600_000 * turns }, async (_how, oddly) => {
    const planted = plantFaults();
    // Rate limits have no transactions that could end oddly.
    const server = await serverForTest({ rateLimits: !oddly });
    const look = await rowsOf(server.database);
    const undisturbed = await sceneOf(server, name);
    const untouched = await look();
    planted.restore();
    expect((await undisturbed()).reason).toBeUndefined();
    const statements = planted.ran();
    expect(statements).toBeGreaterThan(1);
    const whole = changes(untouched, await look());

    let heard = 0;
    for (let turn = 0; turn < turns; turn += 1) {
      // How many there are differs from call to call, as counts that mean nothing any more are swept along.
      for (let nth = 1; ; nth += 1) {
        const fault = faults[(nth + turn) % faults.length] ?? 'disk full';
        // A transaction that has the lock from its start never fails as busy in the middle.
        if (oddly && fault === 'file busy for a moment') continue;
        const where = `${fault} at statement ${nth}`;
        const call = await sceneOf(server, name);
        const before = await look();
        planted.failAt(nth, fault, { oddly });
        const { reason } = await call();
        const isReached = planted.ran() >= nth;
        planted.restore();
        if (reason === undefined) {
          // Its store was patient; or all was done, and only forgetting failed logins was not.
          expect(changes(before, await look()), where).toEqual(whole);
          if (!isReached) break;
          continue;
        }
        heard += 1;
        expect(reason, where).toBe('unavailable');
        expect(await look(), where).toEqual(before);
        expect((await call()).reason, `after ${where}`).toBeUndefined();
      }
    }
    expect(heard).toBeGreaterThan((turns * statements) / 2);
  });
});

test('every operation fails while the disk is full, and works when there is space again', async () => {
  const planted = plantFaults();
  const server = await serverForTest({ rateLimits: true });
  const calls = await Promise.all(sceneNames.map((name) => sceneOf(server, name)));
  planted.failAlways('disk full');
  for (const call of calls) expect((await call()).reason).toBe('unavailable');
  planted.restore();
  for (const call of calls) expect((await call()).reason).toBeUndefined();
});

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
