import { expect, test } from 'vitest';
import type { Statements } from '../../../server/store/database.ts';
import { openUntilEnd, runSql, temporaryStore } from '../../support/server/database.ts';

const insert = (name: string) => (on: Statements) =>
  on.run('insert into meta (name, value) values (?, ?)', name, 'a');

const namesOf = async (database: string) => {
  const rows = await runSql(
    database,
    "select name from meta where name like 'test%' order by name",
  );
  return rows.map((row) => Reflect.get(row, 'name'));
};

test('a change that fails leaves nothing, and those beside it are stored', async () => {
  const { database, place } = await temporaryStore();

  const results = await Promise.allSettled([
    database.transaction(insert('test 1')),
    database.transaction(async (on) => {
      await insert('test 2')(on);
      throw new Error('of the work');
    }),
    database.transaction(async (on) => {
      await insert('test 3')(on);
      // The statement fails, not only the work.
      await insert('test 3')(on);
    }),
    database.transaction(insert('test 4')),
  ]);

  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
  ]);
  expect(results[1]).toMatchObject({ reason: { message: 'of the work' } });
  expect(await namesOf(place.database)).toEqual(['test 1', 'test 4']);
});

test('a change returns its own result', async () => {
  const { database } = await temporaryStore();

  const results = await Promise.all(
    Array.from({ length: 30 }, (_, index) => database.transaction(async () => index)),
  );

  expect(results).toEqual(Array.from({ length: 30 }, (_, index) => index));
});

test('nobody sees a change before it is stored', async () => {
  const { database } = await temporaryStore();
  const find = () => database.one("select value from meta where name = 'test'");

  const seen = await database.transaction(async (on) => {
    await insert('test')(on);
    return find();
  });

  expect([seen, await find()]).toEqual([undefined, { value: 'a' }]);
});

test('parallel changes of one row in two processes add up', async () => {
  const { database, place } = await temporaryStore();
  const other = await openUntilEnd(place);
  await database.run("insert into meta (name, value) values ('count', '0')");

  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      (index % 2 === 0 ? database : other.database).transaction(async (on) => {
        const row = await on.one<{ value: string }>(
          "select value from meta where name = 'count' for update",
        );
        await on.run("update meta set value = ? where name = 'count'", `${Number(row?.value) + 1}`);
      }),
    ),
  );

  expect(await database.one("select value from meta where name = 'count'")).toEqual({
    value: '40',
  });
});

test('closes after the changes that were begun', async () => {
  const { database, place, close } = await temporaryStore();

  const change = database.transaction(insert('test'));
  await Promise.all([change, close()]);

  expect(await namesOf(place.database)).toEqual(['test']);
});
