import { expect, onTestFinished, test, vi } from 'vitest';
import type { Engine } from '../../../server/store/engine.ts';
import { openSqlite } from '../../../server/store/sqlite/open-sqlite.ts';
import { Sqlite } from '../../../server/store/sqlite/sqlite.ts';
import { temporaryDatabase } from './temporary-store.ts';

async function anEngine(): Promise<Engine> {
  const { database } = await temporaryDatabase();
  const engine = await openSqlite(database);
  onTestFinished(() => engine.close());
  return engine;
}

const add = (engine: Engine, id: string, then = () => {}) =>
  engine.write(async (transaction) => {
    const values = { id, check_value: '', added_at: 1 };
    await transaction.insertInto('encryption_keys').values(values).execute();
    then();
    return id;
  });

const idsIn = async ({ reader }: Engine) => {
  const rows = await reader.selectFrom('encryption_keys').select('id').where('id', '<>', 'clear').execute();
  return rows.map(({ id }) => id).sort();
};

const names = (count: number) => Array.from({ length: count }, (_, index) => `key-${1000 + index}`);

/** Stands before the disk for the rest of the test: `fails` says what becomes of each commit. */
function watchCommits(fails: () => boolean = () => false): () => number {
  const { exec } = Sqlite.prototype;
  let commits = 0;
  Sqlite.prototype.exec = function (this: Sqlite, statement: string) {
    if (statement !== 'commit') return exec.call(this, statement);
    commits += 1;
    if (fails()) throw Object.assign(new Error('no space'), { code: 'SQLITE_FULL' });
    return exec.call(this, statement);
  };
  onTestFinished(() => {
    Sqlite.prototype.exec = exec;
  });
  return () => commits;
}

test('a hundred changes at once share a commit, a single one has its own, and each has its own result', async () => {
  const engine = await anEngine();
  const commits = watchCommits();
  // No machine is so slow that it reaches the limit of time.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  await add(engine, 'single');
  expect(commits()).toBe(1);
  expect(await Promise.all(names(100).map((id) => add(engine, id)))).toEqual(names(100));
  expect(commits()).toBe(2);
  expect(await idsIn(engine)).toHaveLength(101);
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

test('only the statement that SQLite rejects is undone', async () => {
  const engine = await anEngine();
  const results = await Promise.allSettled(['a', 'b', 'a', 'c'].map((id) => add(engine, id)));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(await idsIn(engine)).toEqual(['a', 'b', 'c']);
});

test('when a commit fails, all of its changes fail the same way, nothing of it is stored, and the next one succeeds', async () => {
  const engine = await anEngine();
  let isFull = true;
  watchCommits(() => isFull);
  const results = await Promise.allSettled(names(20).map((id) => add(engine, id)));
  for (const result of results) {
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'SQLITE_FULL' } });
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
    await engine.write(async (transaction) => {
      const values = { id, check_value: '', added_at: 1 };
      await transaction.insertInto('encryption_keys').values(values).execute();
      // Only in this test: real work awaits nothing except its transaction.
      seen.push(await idsIn(engine));
    });
    expect(await idsIn(engine)).toContain(id);
  });
  await Promise.all(writers);
  for (const ids of seen.slice(0, 1)) expect(ids).toEqual([]);
  for (const [index, ids] of seen.entries()) expect(ids).not.toContain(names(20)[index]);
});

test('changes are made in the order in which they came', async () => {
  const engine = await anEngine();
  const done: string[] = [];
  const ids = names(50);
  await Promise.all(ids.map((id) => add(engine, id, () => done.push(id))));
  expect(done).toEqual(ids);
});

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

test('closing waits for earlier changes', async () => {
  const { database } = await temporaryDatabase();
  const engine = await openSqlite(database);
  const changes = names(10).map((id) => add(engine, id));
  await engine.close();
  expect(await Promise.all(changes)).toEqual(names(10));
  const again = await openSqlite(database);
  expect(await idsIn(again)).toEqual(names(10));
  await again.close();
});
