import { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { migrations } from '../../../server/store/migrations/index.ts';
import { openStore } from '../../../server/store/open-store.ts';
import { SharedSqliteDialect } from '../../../server/store/sqlite/dialect.ts';
import { Sqlite } from '../../../server/store/sqlite/sqlite.ts';
import { inspect, onPostgres } from '../../support/server/database.ts';
import { addAccount, createKey, find, logIn, now } from './an-account.ts';
import { temporaryDatabase, temporaryStore } from './temporary-store.ts';

const cheap = '$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$aGFzaA';
const dear = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaA';

const keysOf = (database: string) =>
  inspect(database, 'select identity, unrevoked_keys as keys from accounts order by identity');

test('keys that are not revoked are counted for each account, through every change', async () => {
  const store = await temporaryStore();
  const { id: ana } = await addAccount(store, 'ana@example.com');
  const { id: ben } = await addAccount(store, 'ben@example.com');
  const [first] = await Promise.all(Array.from({ length: 5 }, () => createKey(store, ana)));
  await createKey(store, ben);
  await createKey(store, ana, now, { expiresAt: now + 1 });
  await Promise.all([1, 2, 3].map((at) => store.apiKeys.revoke(ana, first?.id ?? '', now + at)));
  await store.apiKeys.revoke(ben, first?.id ?? '', now);
  expect(await keysOf(store.database)).toEqual([
    { identity: 'ana@example.com', keys: 5 },
    { identity: 'ben@example.com', keys: 1 },
  ]);
});

test('the costs of password hashes are counted while accounts are added, changed and deleted', async () => {
  const store = await temporaryStore();
  expect(await store.accounts.countPasswordCosts()).toEqual([]);
  for (const name of ['ana', 'ben', 'cid'])
    await addAccount(store, `${name}@example.com`, { passwordHash: cheap });
  const ana = await find(store, 'ana@example.com');
  await addAccount(store, 'dan@example.com', { passwordHash: 'of no known cost' });
  await store.accounts.setPassword(ana.id, dear, now);
  expect(await store.accounts.countPasswordCosts()).toEqual([
    { cost: 'm=19456,t=2,p=1', accounts: 1 },
    { cost: 'm=8,t=1,p=1', accounts: 2 },
  ]);
  for (const name of ['ben', 'cid'])
    await store.accounts.delete((await find(store, `${name}@example.com`)).id, now);
  expect(await store.accounts.countPasswordCosts()).toEqual([{ cost: 'm=19456,t=2,p=1', accounts: 1 }]);
});

test.skipIf(onPostgres)('what there was before anything was counted is counted', async () => {
  const { database, secrets } = await temporaryDatabase();
  const before = await openStore({ database, secrets });
  const ana = await addAccount(before, 'ana@example.com', { passwordHash: cheap });
  await addAccount(before, 'ben@example.com');
  const [first] = [await createKey(before, ana.id), await createKey(before, ana.id)];
  await before.apiKeys.revoke(ana.id, first.id, now);
  await before.close();

  const sqlite = new Sqlite(database);
  for (const { name } of sqlite
    .prepare("select name from sqlite_schema where type = 'trigger' and name like '%counted%'")
    .all([]) as { name: string }[])
    sqlite.exec(`drop trigger ${name}`);
  sqlite.exec(`drop table password_costs; drop index api_keys_by_end;
    alter table accounts drop column unrevoked_keys`);
  const old = new Kysely<unknown>({ dialect: new SharedSqliteDialect(sqlite) });
  const { up } = migrations['0006-counts'];
  await up(old);
  await old.destroy();

  const after = await openStore({ database, secrets });
  await logIn(after, ana);
  expect(await keysOf(database)).toEqual([
    { identity: 'ana@example.com', keys: 1 },
    { identity: 'ben@example.com', keys: 0 },
  ]);
  expect(await after.accounts.countPasswordCosts()).toEqual([{ cost: 'm=8,t=1,p=1', accounts: 1 }]);
  await after.close();
});
