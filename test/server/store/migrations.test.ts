import { Kysely, Migrator } from 'kysely';
import { expect, test } from 'vitest';
import { openAudit } from '../../../operator/audit/open-audit.ts';
import { migrations } from '../../../server/store/migrations/index.ts';
import { openStore } from '../../../server/store/open-store.ts';
import { SharedSqliteDialect } from '../../../server/store/sqlite/dialect.ts';
import { Sqlite } from '../../../server/store/sqlite/sqlite.ts';
import { now } from './an-account.ts';
import { temporaryFolder } from './temporary-store.ts';

// How databases of earlier releases, which were SQLite files, are brought up to date.

function openOld(database: string) {
  return new Kysely<unknown>({ dialect: new SharedSqliteDialect(new Sqlite(database)) });
}

async function migrateTo(old: Kysely<unknown>, name: keyof typeof migrations) {
  await new Migrator({ db: old, provider: { getMigrations: async () => migrations } }).migrateTo(name);
  await old.destroy();
}

test('older events are added to the chains in the order in which they happened', async () => {
  const database = `${temporaryFolder()}/test.db`;
  await migrateTo(openOld(database), '0002-brakes');
  const sqlite = new Sqlite(database);
  const insert = sqlite.prepare(
    'insert into audit_events (at, account_id, event, detail) values (?, ?, ?, ?)',
  );
  sqlite.exec('begin');
  for (let count = 0; count < 2500; count += 1)
    insert.run([now + (count % 7), `usr_${count % 5}`, 'login_succeeded', '{"factor":"totp"}']);
  sqlite.exec('commit');
  sqlite.close();

  await (await openStore({ database })).close();
  const audit = await openAudit({ database });
  expect(await audit.verify()).toMatchObject({ intact: true, events: 2500 });
  const times: number[] = [];
  for (let position: ReadonlyMap<number, number> = new Map(), done = false; !done; done = true) {
    for await (const batch of audit.since(position, 'usr_3')) {
      times.push(...batch.events.map(({ at }) => at - now));
      position = batch.position;
    }
  }
  await audit.close();
  expect(times).toEqual(Array.from({ length: 500 }, (_, index) => (index * 5 + 3) % 7));
});

test('reading a database of an earlier release does not migrate it', async () => {
  const database = `${temporaryFolder()}/test.db`;
  await migrateTo(openOld(database), '0002-brakes');
  await expect(openAudit({ database })).rejects.toMatchObject({ reason: 'schema_too_old' });
});

test('encryption keys keep their rows when their table is renamed, and counts without a keyed hash go', async () => {
  const database = `${temporaryFolder()}/test.db`;
  await migrateTo(openOld(database), '0006-counts');
  const sqlite = new Sqlite(database);
  sqlite.exec(
    `insert into brakes (subject, brake, count, until, forget_at) values ('a', 'login', 3, 1, ${now})`,
  );
  sqlite.exec("insert into sealing_keys (id, check_value, added_at) values ('4fK9sQ2b', '', 1)");

  await expect(openStore({ database })).rejects.toMatchObject({
    reason: 'file_missing',
    message: expect.stringContaining('4fK9sQ2b'),
  });
  expect(sqlite.prepare('select * from rate_limits').all([])).toEqual([]);
  sqlite.close();
});
