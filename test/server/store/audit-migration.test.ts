import { Kysely, Migrator } from 'kysely';
import Libsql from 'libsql';
import { expect, test } from 'vitest';
import { openAudit } from '../../../operator/audit/open-audit.ts';
import { migrations } from '../../../server/store/migrations/index.ts';
import { openStore } from '../../../server/store/open-store.ts';
import { SharedSqliteDialect } from '../../../server/store/sqlite/dialect.ts';
import { now } from './an-account.ts';
import { temporaryFolder } from './temporary-store.ts';

// How databases of earlier releases, which were of SQLite, come to the chains.

test('events from before there were chains are in them, in the order in which they happened', async () => {
  const database = `${temporaryFolder()}/test.db`;
  const old = new Kysely<unknown>({ dialect: new SharedSqliteDialect(new Libsql(database)) });
  await new Migrator({ db: old, provider: { getMigrations: async () => migrations } }).migrateTo(
    '0002-brakes',
  );
  await old.destroy();
  const sqlite = new Libsql(database);
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

test('a database of an earlier release is not brought up to date by looking at it', async () => {
  const database = `${temporaryFolder()}/test.db`;
  const old = new Kysely<unknown>({ dialect: new SharedSqliteDialect(new Libsql(database)) });
  await new Migrator({ db: old, provider: { getMigrations: async () => migrations } }).migrateTo(
    '0002-brakes',
  );
  await old.destroy();
  await expect(openAudit({ database })).rejects.toMatchObject({ reason: 'schema_too_old' });
});
