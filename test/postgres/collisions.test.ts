import { expect, test } from 'vitest';
import { collisions, isBegin, plantPostgresFaults } from '../server/faults/postgres-faults.ts';
import { changes, rowsOf } from '../server/faults/rows.ts';
import { sceneNames, sceneOf } from '../server/faults/scenes.ts';
import { serverForTest } from '../support/server/test-server.ts';

test.each(sceneNames)(
  '%s: transactions that collide are done again, once, and nobody hears of it',
  async (name) => {
    const planted = plantPostgresFaults();
    const server = await serverForTest();
    const look = await rowsOf(server.database);
    const first = await sceneOf(server, name);
    const untouched = await look();
    planted.restore();
    expect((await first()).reason).toBeUndefined();
    const texts = planted.texts();
    const usual = changes(untouched, await look());
    expect(Object.keys(usual)).toContain('audit_events');

    // From the `begin` to the `commit`: what is outside of transactions collides with nothing.
    const kinds = Object.keys(collisions);
    for (let nth = texts.findIndex(isBegin) + 1; nth <= texts.length; nth += 1) {
      const call = await sceneOf(server, name);
      const before = await look();
      const kind = kinds[nth % kinds.length] ?? 'deadlock';
      planted.failAt(nth, kind);
      expect((await call()).reason, `${kind} at statement ${nth}`).toBeUndefined();
      expect(planted.texts().filter(isBegin)).toHaveLength(2);
      planted.restore();
      expect(changes(before, await look()), `${kind} at statement ${nth}`).toEqual(usual);
    }
  },
);

test('returns 503 for transactions that always collide, and succeeds when they no longer do', async () => {
  const planted = plantPostgresFaults();
  const server = await serverForTest();
  const call = await sceneOf(server, 'generation of a key');
  const look = await rowsOf(server.database);
  const before = await look();
  planted.failEachCommit('deadlock');
  expect((await call()).reason).toBe('unavailable');
  planted.restore();
  expect(await look()).toEqual(before);
  expect((await call()).reason).toBeUndefined();
});
