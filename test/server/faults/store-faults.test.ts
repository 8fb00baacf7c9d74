import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createCredential } from '../../../server/security/credential.ts';
import { form, internalOf, sendToInternal } from '../../support/http/internal-listener.ts';
import { onPostgres } from '../../support/server/database.ts';
import { serverForTest } from '../../support/server/test-server.ts';
import { soaking } from '../../support/which-tests-run.ts';
import { plantPostgresFaults, postgresFaults } from './postgres-faults.ts';
import { changes, rowsOf } from './rows.ts';
import { longScenes, sceneNames, sceneOf } from './scenes.ts';
import { type Planted, plantSqliteFaults, sqliteFaults } from './sqlite-faults.ts';

/** The ways in which the engine that is tested can fail. */
const faults = onPostgres ? postgresFaults : sqliteFaults;
const plantFaults: () => Planted = onPostgres ? plantPostgresFaults : plantSqliteFaults;

// Every statement of every operation fails once in each way. Whatever fails, the caller hears it on contract, nothing is
// half done, and the next call goes well.

// Soaked, each statement fails in every way; else the ways take turns, as it is the place that makes the difference.
const turns = soaking ? faults.length : 1;
const oddEnd = onPostgres
  ? 'its transaction cannot be rolled back'
  : 'SQLite ends the transaction as well';

test.each([
  ...sceneNames.map((name) => [name, 'the statement does nothing', false] as const),
  ...longScenes.map((name) => [name, oddEnd, true] as const),
])(
  '%s: each statement in turn fails, and %s',
  { timeout: 600_000 * turns },
  async (name, _how, oddly) => {
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
  },
);

const live = { method: 'GET', target: '/live' };
const ready = { method: 'GET', target: '/ready' };

const green = { ready: true, checks: { accepting: 'ok', store_read: 'ok', store_write: 'ok' } };
const red = {
  ready: false,
  checks: { accepting: 'ok', store_read: 'failed', store_write: 'failed' },
  reason: expect.stringMatching(/^the (database|store) /),
};

// Outages of PostgreSQL itself are in ../../postgres/readiness.test.ts.
test.skipIf(onPostgres).each(sqliteFaults)(
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
    if (fault !== 'file busy for a moment') {
      expect((await called).reason).toBe('unavailable');
      const body = `token=${createCredential('apiKey', randomBytes)}`;
      const request = { target: '/introspect', token: internal.credential, headers: [form], body };
      expect(await sendToInternal(internal, request)).toMatchObject({ status: 503 });
    }

    planted.restore();
    await called;
    await expect.poll(async () => (await sendToInternal(internal, ready)).json).toEqual(green);
    expect((await call()).reason).toBeUndefined();
  },
);
