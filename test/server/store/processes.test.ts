import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openAudit } from '../../../operator/audit/open-audit.ts';
import { openStore } from '../../../server/store/open-store.ts';
import { tamper } from '../../support/server/database.ts';
import { addAccount, find, mfa, now } from './an-account.ts';
import { type DatabasePaths, temporaryDatabase, temporaryStore } from './temporary-store.ts';

const script = fileURLToPath(new URL('other-process.ts', import.meta.url));

async function runProcess({ database, secrets }: DatabasePaths, identity: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--import',
    'tsx',
    script,
    database,
    secrets,
    identity,
  ]);
  return JSON.parse(stdout);
}

test('processes that start at once on a new database all see it migrated', async () => {
  const place = await temporaryDatabase({ isNew: true });
  const identities = ['a@x', 'b@x', 'c@x', 'd@x'];
  await Promise.all(identities.map((identity) => runProcess(place, identity)));
  const store = await openStore(place);
  expect((await store.accounts.list()).map(({ identity }) => identity).sort()).toEqual(identities);
  await store.close();
});

test('several connections opened at once in one process do not block one another', async () => {
  const place = await temporaryDatabase({ isNew: true });
  const stores = await Promise.all(Array.from({ length: 5 }, () => openStore(place)));
  await Promise.all(stores.map((store, index) => addAccount(store, `${index}@example.com`)));
  expect(await stores[0]?.accounts.list()).toHaveLength(5);
  for (const store of stores) await store.close();
});

test('a code works once and the key limit is enforced, also between processes', async () => {
  const store = await temporaryStore();
  await addAccount(store, 'ana@example.com', { mfa });
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => runProcess(store, 'ana@example.com')));
  const count = (wanted: string) => outcomes.flat().filter((outcome) => outcome === wanted).length;

  // Two steps: both are used if the earlier one came first, and each once.
  expect([1, 2]).toContain(count('ok'));
  expect(count('account_changed')).toBe(0);
  expect(count('created')).toBe(100);
  expect(count('limit_reached')).toBe(20);
  const { id } = await find(store, 'ana@example.com');
  expect(await store.apiKeys.list(id, now)).toHaveLength(100);

  // All of them wrote to one chain of the audit.
  const audit = await openAudit(store);
  const { intact, events } = await audit.verify();
  await audit.close();
  expect({ intact, events }).toEqual({ intact: true, events: 2 + 100 + count('ok') });
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
