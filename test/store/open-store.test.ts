import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Libsql from 'libsql';
import { expect, test } from 'vitest';
import { openStore } from '../../server/store/open-store.ts';
import { addAccount, createKey, find, logIn, mfa, now } from './an-account.ts';
import { temporaryFolder, temporaryStore } from './temporary-store.ts';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test('the database and the folder made for it are for their owner alone', async () => {
  const path = join(temporaryFolder(), 'data', 'test.db');
  const store = await openStore({ database: path });
  await addAccount(store, 'ana@example.com');
  for (const file of [path, `${path}-wal`, `${path}-shm`]) expect(modeOf(file)).toBe('600');
  expect(modeOf(dirname(path))).toBe('700');
  await store.close();
});

test('accounts, tokens, keys and used codes survive a restart', async () => {
  const path = join(temporaryFolder(), 'test.db');
  const before = await openStore({ database: path });
  const account = await addAccount(before, 'ana@example.com', { mfa });
  const { tokenHash } = await logIn(before, account, { totpStep: 1001 });
  const { id } = await createKey(before, account.id);
  await before.close();

  const after = await openStore({ database: path });
  expect(await find(after, 'ana@example.com')).toEqual(account);
  expect(await after.accessTokens.findLive(tokenHash, now)).toMatchObject({ accountId: account.id });
  expect((await logIn(after, account, { totpStep: 1001 })).outcome).toBe('code_used');
  expect(await after.apiKeys.revoke(account.id, id, now)).toEqual({ id, revokedAt: now });
  await after.close();
});

test('what was answered is there for a second connection at once, without the first being closed', async () => {
  const store = await temporaryStore();
  await addAccount(store, 'ana@example.com');
  const second = await openStore({ database: store.database });
  expect(await second.accounts.list()).toHaveLength(1);
  await second.close();
});

test('a database that a newer release migrated is refused, and not touched', async () => {
  const store = await temporaryStore();
  const sqlite = new Libsql(store.database);
  sqlite.exec("insert into kysely_migration values ('9999-from-the-future', '2099-01-01T00:00:00.000Z')");
  sqlite.close();
  await expect(openStore({ database: store.database })).rejects.toMatchObject({
    name: 'StoreError',
    reason: 'schema_too_new',
    message: expect.stringContaining('9999-from-the-future'),
  });
  expect(await store.accounts.list()).toEqual([]);
});

test('a file that is not a database is refused', async () => {
  const path = join(temporaryFolder(), 'letter.txt');
  writeFileSync(path, 'Dear Sir or Madam, '.repeat(100));
  await expect(openStore({ database: path })).rejects.toMatchObject({
    name: 'StoreError',
    reason: 'not_a_database',
  });
});

test('a folder that the system does not let anybody make is refused, and not tried forever', async () => {
  await expect(openStore({ database: '/proc/account-access/test.db' })).rejects.toMatchObject({
    name: 'StoreError',
    message: expect.stringMatching(/its folder cannot be made/),
  });
});

test('a path that cannot be written is refused in words', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  mkdirSync(join(folder, 'folder'));
  const refusals = [
    ['file/test.db', /a part of its path is not a folder/],
    ['folder', /it is a folder/],
  ] as const;
  for (const [path, message] of refusals) {
    await expect(openStore({ database: join(folder, path) })).rejects.toMatchObject({
      name: 'StoreError',
      reason: 'unusable_path',
      message: expect.stringMatching(message),
    });
  }
});
