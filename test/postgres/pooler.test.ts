import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../server/store/open-store.ts';
import { openPostgres } from '../../server/store/postgres/open-postgres.ts';
import { temporaryDatabase } from '../server/store/temporary-store.ts';
import { withLongTimeouts } from '../support/postgres/long-timeouts.ts';
import { inspect, tamper } from '../support/server/database.ts';
import { poolerBefore } from './a-pooler.ts';

// Behind PgBouncer, which pools transactions, the settings of a session stay for the next client.

const settings = sql<Record<string, string>>`
  select current_setting('synchronous_commit') as commits, current_setting('statement_timeout') as statement,
    current_setting('lock_timeout') as lock`;

test('behind a pooler transactions are durable and have timeouts, and sessions do not change', async () => {
  const { database } = await temporaryDatabase();
  const name = new URL(database).pathname.slice(1);
  await tamper(database, `alter database ${name} set synchronous_commit = off`);
  const pooled = withLongTimeouts(await poolerBefore(database), {
    lock_timeout: '1500',
    statement_timeout: undefined,
  });
  const engine = await openPostgres(pooled, 5);
  onTestFinished(engine.close);

  const inTransaction = await engine.write((transaction) => settings.execute(transaction));
  expect(inTransaction.rows).toEqual([{ commits: 'on', statement: '10s', lock: '1500ms' }]);
  expect((await settings.execute(engine.quick)).rows).toEqual([
    { commits: 'off', statement: '0', lock: '0' },
  ]);
});

test('behind a pooler several processes can migrate a database at once, and keep no lock', async () => {
  const { database, secrets } = await temporaryDatabase({ isNew: true });
  const pooled = await poolerBefore(database);
  const stores = await Promise.all([1, 2, 3].map(() => openStore({ database: pooled, secrets })));
  onTestFinished(async () => {
    for (const store of stores) await store.close();
  });
  for (const store of stores) await store.health.write();
  const locks = `select pid from pg_locks where locktype = 'advisory' and database =
    (select oid from pg_database where datname = current_database())`;
  expect(await inspect(database, locks)).toEqual([]);
});

test.each([
  ['lock_timeout', 'soon', 'must be a time: 5000, 5s, 1min'],
  ['connect_timeout', '5s', 'must be whole seconds: 5, 30'],
])('rejects %s in the URL that is not a time', async (name, value, must) => {
  const { database, secrets } = await temporaryDatabase();
  const wrong = withLongTimeouts(database, { [name]: value });
  await expect(openStore({ database: wrong, secrets })).rejects.toMatchObject({
    name: 'StoreError',
    reason: 'url_invalid',
    message: `${name} in the URL of the database ${must}`,
  });
});
