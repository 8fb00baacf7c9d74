import { expect, test } from 'vitest';
import { openStore } from '../../../server/store/open-store.ts';
import { tamper } from '../../support/server/database.ts';
import { addAccount } from './an-account.ts';
import { temporaryDatabase, temporaryStore } from './temporary-store.ts';

test('several connections opened at once in one process do not block one another', async () => {
  const place = await temporaryDatabase({ isNew: true });
  const stores = await Promise.all(Array.from({ length: 5 }, () => openStore(place)));
  await Promise.all(stores.map((store, index) => addAccount(store, `${index}@example.com`)));
  expect(await stores[0]?.accounts.list()).toHaveLength(5);
  for (const store of stores) await store.close();
});

test('a database that a newer release migrated is rejected, and does not change', async () => {
  const store = await temporaryStore();
  await tamper(
    store.database,
    "insert into kysely_migration values ('9999-from-the-future', '2099-01-01T00:00:00.000Z')",
  );
  await expect(openStore(store)).rejects.toMatchObject({
    name: 'StoreError',
    reason: 'schema_too_new',
    message: expect.stringContaining('9999-from-the-future'),
  });
  expect(await store.accounts.list()).toEqual([]);
});
