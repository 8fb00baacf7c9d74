import { describe, expect, test } from 'vitest';
import { onPostgres } from '../../support/a-database.ts';
import { soaking } from '../../support/soaking.ts';
import { serverForTest, type TestServer } from '../../support/test-server.ts';
import { faults, plantFaults } from './faults.ts';
import type { Planted } from './planted.ts';
import { rowsOf } from './rows.ts';
import { sceneNames, sceneOf } from './scenes.ts';

// Every statement of every operation fails once in each way. Whatever fails, the caller hears it on contract, nothing is
// half done, and the next call goes well.

/** As long as it lasts for less than the store's patience, nobody hears of it. */
const unheard = 'file busy for a moment';

describe.each(sceneNames)('%s', (name) => {
  // Soaked, each statement fails in every way; else the ways take turns, as it is the place that makes the difference.
  const turns = soaking ? faults.length : 1;

  test.each([
    ['the statement does nothing', false],
    [onPostgres ? 'its transaction cannot be rolled back' : 'SQLite ends the transaction as well', true],
  ])('each statement in turn fails, and %s', { timeout: 120_000 * turns }, async (_how, oddly) => {
    const planted = plantFaults();
    const server = await serverForTest();
    const statements = await count(server, planted, name);
    expect(statements).toBeGreaterThan(2);
    const look = await rowsOf(server.database);

    for (let step = 0; step < turns * statements; step += 1) {
      const nth = 1 + (step % statements);
      const fault = faults[(nth + Math.floor(step / statements)) % faults.length] ?? 'disk full';
      // Whoever has the lock from the beginning is never found busy in the middle.
      if (oddly && fault === unheard) continue;
      const call = await sceneOf(server, name);
      const before = await look();
      planted.failAt(nth, fault, { oddly });
      const failed = await call();
      planted.mend();
      if (fault === unheard && failed.reason === undefined) continue;

      const where = `${fault} at statement ${nth}`;
      expect(failed.reason, where).toBe('unavailable');
      expect(await look(), where).toEqual(before);
      expect((await call()).reason, `after ${where}`).toBeUndefined();
    }
  });
});

test('while the disk is full every operation says so, and each works when there is space again', async () => {
  const planted = plantFaults();
  const server = await serverForTest();
  const calls = await Promise.all(sceneNames.map((name) => sceneOf(server, name)));
  planted.failAlways('disk full');
  for (const call of calls) expect((await call()).reason).toBe('unavailable');
  planted.mend();
  for (const call of calls) expect((await call()).reason).toBeUndefined();
});

async function count(server: TestServer, planted: Planted, name: string): Promise<number> {
  const call = await sceneOf(server, name);
  planted.mend();
  expect((await call()).reason).toBeUndefined();
  return planted.ran();
}
