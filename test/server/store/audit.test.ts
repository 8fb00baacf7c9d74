import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openAudit } from '../../../operator/audit/open-audit.ts';
import { openEngine } from '../../../server/store/open-engine.ts';
import { Sqlite } from '../../../server/store/sqlite/sqlite.ts';
import {
  inspect,
  onPostgres,
  temporaryFolder,
  verifyAudit,
} from '../../support/server/database.ts';
import { addAccount, anAccount, createKey, find, logIn, mfa, now } from './an-account.ts';

test('the audit has every change, also after the account is deleted', async () => {
  const { store, id } = await anAccount();
  await store.accounts.disable(id, now + 1);
  await store.accounts.disable(id, now + 1);
  await store.accounts.enable(id, now + 2);
  await store.accounts.setPassword(id, 'another hash', now + 3);
  await store.accounts.setMfa(id, mfa, now + 4);
  await logIn(store, await find(store, 'ana@example.com'), { totpStep: 1000 }, now + 5);
  await logIn(store, await find(store, 'ana@example.com'), { totpStep: 1001 }, now + 5);
  await store.accounts.removeMfa(id, now + 6);
  await store.accounts.unlock(id, now + 6);
  const key = await createKey(store, id, now + 7);
  await store.apiKeys.revoke(id, key.id, now + 8);
  await store.apiKeys.revoke(id, key.id, now + 9);
  await store.accounts.delete(id, now + 10);

  const query = 'select at, account_id, event, detail from audit_events order by sequence';
  const row = (after: number, event: string, detail: string | null = null) => ({
    at: now + after,
    account_id: id,
    event,
    detail,
  });
  expect(await inspect(store.database, query)).toEqual([
    row(0, 'account_added'),
    row(1, 'account_disabled'),
    row(2, 'account_enabled'),
    row(3, 'password_changed'),
    row(4, 'mfa_enabled'),
    row(5, 'login_succeeded', '{"factor":"totp"}'),
    row(6, 'mfa_removed'),
    row(6, 'account_unlocked'),
    row(7, 'api_key_created', JSON.stringify({ keyId: key.id })),
    row(8, 'api_key_revoked', JSON.stringify({ keyId: key.id })),
    row(10, 'account_disabled'),
    row(10, 'account_deleted'),
  ]);
});

test('the last events are the latest by time, also after the clock was set back', async () => {
  const { store, id } = await anAccount();
  await store.accounts.disable(id, now + 9);
  await store.accounts.enable(id, now + 5);
  const audit = await openAudit(store);
  const times: number[] = [];
  for await (const { at } of (await audit.newest(2)).events) times.push(at - now);
  await audit.close();
  expect(times).toEqual([5, 9]);
});

test('a log continues from its own anchor, not from that of another database', async () => {
  const { store } = await anAccount();
  const { anchor } = await verifyAudit(store.database);
  const anchors = anchor === undefined ? [] : [anchor];
  await addAccount(store, 'fay@example.com');
  expect(await verifyAudit(store.database, { anchors })).toMatchObject({
    intact: true,
    events: 2,
    anchors: ['extended'],
  });
  const others = anchors.map((one) => ({ ...one, digest: '0'.repeat(64) }));
  expect(await verifyAudit(store.database, { anchors: others })).toMatchObject({
    intact: false,
    anchors: ['different'],
  });
});

test('the database refuses to change or remove an event, to add one before the first, or to move the end of a chain back', async () => {
  const { store } = await anAccount();
  const engine = await openEngine({ database: store.database });
  const refused = [
    'update audit_events set at = 0',
    'delete from audit_events',
    'update audit_chains set sequence = sequence - 1 where sequence > 0',
    'delete from audit_chains',
    `insert into audit_events select chain, 0, format, at, account_id, actor, trace_id, event, detail, previous_hash, hash
       from audit_events`,
    ...replacing[engine.kind],
  ];
  for (const statement of refused)
    await expect(
      engine.write((transaction) => sql.raw(statement).execute(transaction)),
      statement,
    ).rejects.toThrow(/append-only|only ever grow|check constraint/i);
  await engine.close();
  expect(await verifyAudit(store.database)).toMatchObject({ intact: true, events: 1 });
});

const replacing = {
  sqlite: ['insert or replace into audit_events select * from audit_events'],
  postgres: [
    'truncate audit_events',
    'truncate audit_chains',
    'insert into audit_events select * from audit_events on conflict (chain, sequence) do update set at = 0',
  ],
};

test.skipIf(onPostgres)(
  'reading a database that no service has opened does not migrate it',
  async () => {
    const database = `${temporaryFolder()}/test.db`;
    new Sqlite(database).exec('create table other (id integer)');
    await expect(openAudit({ database })).rejects.toMatchObject({ reason: 'schema_too_old' });
  },
);
