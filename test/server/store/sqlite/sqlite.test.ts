import { copyFileSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, test } from 'vitest';
import { OutageError } from '../../../../server/store/database.ts';
import { openUntilEnd, temporaryFolder } from '../../../support/server/database.ts';
import { cannotMount, mountDisk } from '../../../support/small-disk.ts';
import { addAccount, anAccount, createKey, find, logIn, now, revoke } from '../an-account.ts';

test('only the owner of the process can read the files', async () => {
  const { store } = await anAccount();
  const { database } = store.place;

  for (const file of [database, `${database}-wal`, `${database}-shm`])
    expect(statSync(file).mode & 0o777).toBe(0o600);
});

const waysToLose: Readonly<Record<string, (database: string) => void>> = {
  removed: (database) => rmSync(database),
  'without its log': (database) => rmSync(`${database}-wal`),
  'without the index of its log': (database) => rmSync(`${database}-shm`),
  'moved away': (database) => renameSync(database, `${database}.old`),
  'replaced by a copy': (database) => {
    copyFileSync(database, `${database}.copy`);
    renameSync(`${database}.copy`, database);
  },
};

test.each(Object.entries(waysToLose))('rejects everything once its file is %s', async (_, lose) => {
  const { store, account } = await anAccount();
  const { tokenHash } = await logIn(store, account);
  await store.database.check();

  lose(store.place.database);

  await expect(createKey(store, account)).rejects.toThrow('removed or replaced');
  await expect(store.tokens.find(tokenHash, now)).rejects.toThrow(OutageError);
  await expect(store.database.check()).rejects.toThrow(OutageError);
});

test('rejects changes while another process has the lock for long, and then continues', {
  timeout: 120_000,
}, async () => {
  const { store, account, id } = await anAccount();
  const other = new DatabaseSync(store.place.database);
  other.exec('begin immediate');

  const outcomes = await Promise.allSettled([
    createKey(store, account),
    createKey(store, account),
    store.apiKeys.list(id),
  ]);

  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect(outcomes[0]).toMatchObject({ reason: expect.any(OutageError) });
  other.exec('rollback');
  other.close();
  expect((await createKey(store, account)).outcome).toBe('created');
});

test('waits for a short transaction of another process', async () => {
  const { store, account } = await anAccount();
  const other = new DatabaseSync(store.place.database);
  other.exec('begin immediate');
  setTimeout(() => other.exec('commit'), 200);

  expect((await createKey(store, account)).outcome).toBe('created');
  other.close();
});

test.skipIf(cannotMount)(
  'a full disk loses nothing that was acknowledged, and changes work again when there is space',
  async () => {
    const folder = join(temporaryFolder(), 'small');
    mkdirSync(folder);
    mountDisk(folder, 4);
    const ballast = join(folder, 'ballast');
    writeFileSync(ballast, Buffer.alloc(2560 * 1024));
    const store = await openUntilEnd({
      database: join(folder, 'test.db'),
      keyFile: join(folder, 'test.key'),
    });
    const account = await addAccount(store, 'ana@example.com');

    const created: string[] = [];
    const errors: unknown[] = [];
    const fill = async () => {
      while (errors.length === 0) {
        const more = { description: 'x'.repeat(200), maximumKeys: 100_000 };
        await createKey(store, account, more).then(
          ({ id }) => created.push(id),
          (error) => errors.push(error),
        );
      }
    };
    await Promise.all(Array.from({ length: 10 }, fill));

    expect(errors).toContainEqual(expect.any(OutageError));
    expect(String(errors[0])).toContain('its disk is full');
    const keys = await store.apiKeys.list(account.id);
    expect(keys.map(({ id }) => id).toSorted()).toEqual(created.toSorted());

    rmSync(ballast);
    await store.database.check();
    expect((await createKey(store, account, { maximumKeys: 100_000 })).outcome).toBe('created');
    expect(await revoke(store, account, created[0] ?? '')).toBe(now);
  },
);

test('writes a backup while it runs, which another store opens with the same key', async () => {
  const { store, account } = await anAccount();
  const { id } = await createKey(store, account);
  const backup = join(temporaryFolder(), 'backup.db');

  await store.database.backup?.(backup);
  await revoke(store, account, id);

  expect(statSync(backup).mode & 0o777).toBe(0o600);
  const copy = await openUntilEnd({ database: backup, keyFile: store.place.keyFile });
  expect((await copy.apiKeys.find(id))?.state).toBe('active');
  expect((await find(copy)).id).toBe(account.id);
});

test('a backup replaces no file', async () => {
  const { store } = await anAccount();
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, 'mine');

  await expect(store.database.backup?.(file)).rejects.toThrow(`${file}: it exists already`);
  await expect(store.database.backup?.('/no/folder/here')).rejects.toThrow('no such file');
});

test('rejects a file that is not an SQLite database, and leaves it as it was', async () => {
  const database = join(temporaryFolder(), 'test.db');
  writeFileSync(
    database,
    'a text that is longer than the header of an SQLite file, which has 100 bytes\n'.repeat(20),
  );

  await expect(openUntilEnd({ database, keyFile: `${database}.key` })).rejects.toThrow(
    `cannot open the database ${database}: its file is not an SQLite database`,
  );
});

test.each(['/dev/null', '/proc/no/such/test.db'])(
  'cannot create a database at %s',
  async (path) => {
    await expect(openUntilEnd({ database: path, keyFile: '/tmp/no.key' })).rejects.toThrow(
      `cannot open the database ${path}`,
    );
  },
);
