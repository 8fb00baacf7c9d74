import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openAudit } from '../../../operator/audit/open-audit.ts';
import type { VerifyOptions } from '../../../operator/audit/verify.ts';
import { openEngine } from '../../../server/store/open-engine.ts';
import { Sqlite } from '../../../server/store/sqlite/sqlite.ts';
import { onPostgres } from '../../support/server/database.ts';
import { addAccount } from './an-account.ts';
import { temporaryFolder, temporaryStore } from './temporary-store.ts';

async function verify(database: string, options?: VerifyOptions) {
  const audit = await openAudit({ database });
  try {
    return await audit.verify(options);
  } finally {
    await audit.close();
  }
}

test('a log continues from its own anchor, not from that of another database', async () => {
  const store = await temporaryStore();
  await addAccount(store, 'ana@example.com');
  const { anchor } = await verify(store.database);
  const anchors = anchor === undefined ? [] : [anchor];
  await addAccount(store, 'fay@example.com');
  expect(await verify(store.database, { anchors })).toMatchObject({
    intact: true,
    events: 2,
    anchors: ['extended'],
  });
  const others = anchors.map((one) => ({ ...one, digest: '0'.repeat(64) }));
  expect(await verify(store.database, { anchors: others })).toMatchObject({
    intact: false,
    anchors: ['different'],
  });
});

test('the database refuses to change or remove an event, or to move the end of a chain back', async () => {
  const store = await temporaryStore();
  await addAccount(store, 'ana@example.com');
  const engine = await openEngine({ database: store.database });
  const refused = [
    'update audit_events set at = 0',
    'delete from audit_events',
    'update audit_chains set sequence = sequence - 1 where sequence > 0',
    'delete from audit_chains',
    ...replacing[engine.kind],
  ];
  for (const statement of refused)
    await expect(
      engine.write((transaction) => sql.raw(statement).execute(transaction)),
      statement,
    ).rejects.toThrow(/append-only|only ever grow/);
  await engine.close();
  expect(await verify(store.database)).toMatchObject({ intact: true, events: 1 });
});

const replacing = {
  sqlite: ['insert or replace into audit_events select * from audit_events'],
  postgres: [
    'truncate audit_events',
    'truncate audit_chains',
    'insert into audit_events select * from audit_events on conflict (chain, sequence) do update set at = 0',
  ],
};

test.skipIf(onPostgres)('reading a database that no service has opened does not migrate it', async () => {
  const database = `${temporaryFolder()}/test.db`;
  new Sqlite(database).exec('create table other (id integer)');
  await expect(openAudit({ database })).rejects.toMatchObject({ reason: 'schema_too_old' });
});
