import { expect, test } from 'vitest';
import { openStore } from '../../../server/store/open-store.ts';
import { tamper } from '../../support/server/database.ts';
import { addAccount, createKey, find, logIn, mfa, now } from './an-account.ts';
import { temporaryDatabase, temporaryStore } from './temporary-store.ts';

test('accounts, tokens, keys and used codes survive a restart', async () => {
  const place = await temporaryDatabase();
  const before = await openStore(place);
  const account = await addAccount(before, 'ana@example.com', { mfa });
  const { tokenHash } = await logIn(before, account, { totpStep: 1001 });
  const { id } = await createKey(before, account.id);
  await before.close();

  const after = await openStore(place);
  expect(await find(after, 'ana@example.com')).toEqual(account);
  expect(await after.accessTokens.findLive(tokenHash, now)).toMatchObject({ accountId: account.id });
  expect((await logIn(after, account, { totpStep: 1001 })).outcome).toBe('code_used');
  expect(await after.apiKeys.revoke(account.id, id, now)).toEqual({ id, revokedAt: now });
  await after.close();
});

test('a second connection sees acknowledged changes at once, while the first is still open', async () => {
  const store = await temporaryStore();
  await addAccount(store, 'ana@example.com');
  const second = await openStore(store);
  expect(await second.accounts.list()).toHaveLength(1);
  await second.close();
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
