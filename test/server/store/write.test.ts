import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Engine, StoreTransaction } from '../../../server/store/engine.ts';
import { openEngine } from '../../../server/store/open-engine.ts';
import { Sqlite } from '../../../server/store/sqlite/sqlite.ts';
import { fakeTimers, passTime, seconds } from '../../support/server/clock.ts';
import { onPostgres, temporaryDatabase } from '../../support/server/database.ts';
import { plantStatements } from '../faults/postgres-statements.ts';
import { beforeExec } from '../faults/sqlite-faults.ts';

// Both engines commit in groups, with the same code.

async function anEngine(): Promise<Engine & { readonly database: string }> {
  const { database } = await temporaryDatabase();
  const engine = await openEngine({ database });
  onTestFinished(() => engine.close());
  return { ...engine, database };
}

const adding =
  (id: string, then: () => unknown = () => {}) =>
  async (transaction: StoreTransaction) => {
    const values = { id, check_value: '', added_at: 1 };
    await transaction.insertInto('encryption_keys').values(values).execute();
    // Only in a test: real work awaits nothing except its transaction.
    await then();
    return id;
  };

const add = (engine: Engine, id: string, then?: () => unknown) => engine.write(adding(id, then));

const idsIn = async ({ reader }: Engine) => {
  const rows = await reader.selectFrom('encryption_keys').select('id').execute();
  return rows.map(({ id }) => id).sort();
};

const names = (count: number) => Array.from({ length: count }, (_, index) => `key-${1000 + index}`);

const noSpace = () =>
  Object.assign(new Error('no space'), { code: onPostgres ? '53100' : 'SQLITE_FULL' });

/** Counts how often a statement runs for the rest of the test. It fails while `fails` returns true. */
function watchStatements(watched: string, fails: () => boolean = () => false): () => number {
  let count = 0;
  const watch = (statement: string) => {
    if (statement !== watched) return;
    count += 1;
    if (fails()) throw noSpace();
  };
  if (onPostgres)
    plantStatements().plant((_nth, text) => {
      if (text !== watched) return undefined;
      return async (_client, send) => {
        watch(text);
        return send();
      };
    });
  else beforeExec(watch);
  return () => count;
}

test('fifty changes at once share a commit, a single one has its own, and each has its own result', async () => {
  const engine = await anEngine();
  const commits = watchStatements('commit');
  await add(engine, 'single');
  expect(commits()).toBe(1);
  expect(await Promise.all(names(100).map((id) => add(engine, id)))).toEqual(names(100));
  expect(commits()).toBe(3);
  expect(await idsIn(engine)).toHaveLength(101);
});

test('changes that come in four turns of the event loop share a commit, and no commit waits for longer', async () => {
  const engine = await anEngine();
  const commits = watchStatements('commit');
  const addInTurns = async (ids: string[]) => {
    let added: Promise<unknown> = Promise.resolve();
    for (const id of ids) {
      const turn = nextTurn();
      added = Promise.all([added, add(engine, id)]);
      await turn;
    }
    await added;
  };
  await addInTurns(names(4));
  expect(commits()).toBe(1);
  await addInTurns(names(10).map((id) => `later-${id}`));
  expect(commits()).toBeGreaterThan(2);
});

test('patient changes share the next commit, which waits for one that is not, or 15 ms', async () => {
  const engine = await anEngine();
  const commits = watchStatements('commit');
  fakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const addPatiently = (id: string) => engine.write(adding(id), undefined, true);
  const takeTurns = async () => {
    for (let turn = 0; turn < 10; turn += 1) await nextTurn();
  };
  await addPatiently('at once');
  await takeTurns();
  const one = addPatiently('one');
  await takeTurns();
  await Promise.all([add(engine, 'not patient'), one]);
  expect(commits()).toBe(2);
  await takeTurns();
  await add(engine, 'not patient either');
  await takeTurns();
  const last = addPatiently('last');
  await takeTurns();
  expect(commits()).toBe(3);
  vi.advanceTimersByTime(15);
  await last;
  expect(commits()).toBe(4);
});

test('only the change that fails is undone', async () => {
  const engine = await anEngine();
  const results = await Promise.allSettled(
    names(30).map((id, index) =>
      add(engine, id, () => {
        if (index % 3 === 0) throw new Error(`not ${id}`);
      }),
    ),
  );
  expect(results.map(({ status }) => status)).toEqual(
    names(30).map((_, index) => (index % 3 === 0 ? 'rejected' : 'fulfilled')),
  );
  expect(results[3]).toMatchObject({ reason: { message: 'not key-1003' } });
  expect(await idsIn(engine)).toEqual(names(30).filter((_, index) => index % 3 !== 0));
});

test('when a commit fails, all of its changes fail the same way, nothing of it is stored, and the next one succeeds', async () => {
  const engine = await anEngine();
  let isFull = true;
  watchStatements('commit', () => isFull);
  const results = await Promise.allSettled(names(20).map((id) => add(engine, id)));
  for (const result of results) {
    expect(result).toMatchObject({ status: 'rejected', reason: { code: noSpace().code } });
    expect(engine.isOutage('reason' in result && result.reason)).toBe(true);
  }
  expect(await idsIn(engine)).toEqual([]);
  isFull = false;
  await add(engine, 'later');
  expect(await idsIn(engine)).toEqual(['later']);
});

test('uncommitted changes are not visible, and a writer reads its own change once it is acknowledged', async () => {
  const engine = await anEngine();
  const seen: string[][] = [];
  const writers = names(20).map(async (id) => {
    await add(engine, id, async () => seen.push(await idsIn(engine)));
    expect(await idsIn(engine)).toContain(id);
  });
  await Promise.all(writers);
  for (const ids of seen.slice(0, 1)) expect(ids).toEqual([]);
  for (const [index, ids] of seen.entries()) expect(ids).not.toContain(names(20)[index]);
});

test.each([undefined, 'an-account'])(
  'changes of one account (%s) are made one after the other',
  async (account) => {
    const engine = await anEngine();
    const steps: string[] = [];
    const change = (name: string) =>
      engine.write(async (transaction) => {
        steps.push(`${name} begins`);
        await transaction.selectFrom('accounts').select('id').execute();
        steps.push(`${name} ends`);
      }, account);
    await Promise.all([change('first'), change('second')]);
    expect(steps).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  },
);

test('others have their turn between two commits of very many changes', async () => {
  const engine = await anEngine();
  let isDone = false;
  let turns = 0;
  const takeTurns = () => {
    turns += 1;
    if (!isDone) setImmediate(takeTurns);
  };
  setImmediate(takeTurns);
  await Promise.all(names(1000).map((id) => add(engine, id)));
  isDone = true;
  expect(turns).toBeGreaterThanOrEqual(5);
});

test.skipIf(onPostgres)(
  'while another process holds the lock, all changes that wait fail together when the time is over',
  async () => {
    const engine = await anEngine();
    const other = new Sqlite(engine.database);
    onTestFinished(() => other.close());
    other.exec('begin immediate');
    const begun = watchStatements('begin immediate');
    const changes = names(120).map((id) => add(engine, id));
    const failed = changes.map((change) => change.catch(({ code }) => [code, begun()]));
    setTimeout(passTime, 100, seconds(11));
    const failures = await Promise.all(failed);
    // With the group that has tried last, and not one group after the other.
    expect(failures).toEqual(changes.map(() => ['SQLITE_BUSY', begun()]));
    // A request that makes several changes does not wait for each of them.
    const before = begun();
    await expect(add(engine, 'late')).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
    await expect(engine.writeRelaxed(async () => {})).rejects.toMatchObject({
      code: 'SQLITE_BUSY',
    });
    expect(begun()).toBe(before + 2);
    other.exec('rollback');
    await add(engine, 'later');
    expect(await idsIn(engine)).toEqual(['later']);
  },
);

test('closing waits for earlier changes', async () => {
  const { database } = await temporaryDatabase();
  const engine = await openEngine({ database });
  const changes = names(10).map((id) => add(engine, id));
  await engine.close();
  expect(await Promise.all(changes)).toEqual(names(10));
  const again = await openEngine({ database });
  expect(await idsIn(again)).toEqual(names(10));
  await again.close();
});
