import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { moveRows } from '../../operator/move/move-rows.ts';
import { openStore } from '../../server/store/open-store.ts';
import { openPostgres } from '../../server/store/postgres/open-postgres.ts';
import { sceneNames, sceneOf } from '../server/faults/scenes.ts';
import { generate, tokenOf } from '../support/http/call-operations.ts';
import { withLongTimeouts } from '../support/postgres/long-timeouts.ts';
import { inspect, tamper, temporaryDatabase } from '../support/server/database.ts';
import { addPerson, credentialsOf } from '../support/server/people.ts';
import { serverForTest } from '../support/server/test-server.ts';
import { hangUp, nameOf } from './hang-up.ts';
import { startPgBouncer, withoutPgBouncer } from './pgbouncer.ts';

// Behind PgBouncer, which pools transactions, the settings of a session stay for the next client.

const settings = sql<Record<string, string>>`
  select current_setting('synchronous_commit') as commits, current_setting('statement_timeout') as statement,
    current_setting('lock_timeout') as lock`;

test.skipIf(withoutPgBouncer)(
  'all operations work behind PgBouncer, even when it or the connections behind it are replaced',
  async () => {
    const { database, secrets } = await temporaryDatabase();
    const pooled = await startPgBouncer(database);
    const server = await serverForTest({ config: { database: pooled.database, secrets } });
    const calls = await Promise.all(sceneNames.map((name) => sceneOf(server, name)));
    for (const { reason } of await Promise.all(calls.map((call) => call())))
      expect(reason).toBeUndefined();
    const token = await tokenOf(server, credentialsOf(await addPerson(server)));
    const statusOfNext = async () => (await generate(server, token)).httpStatus;
    await hangUp(database);
    await expect.poll(statusOfNext).toBe(200);

    await pooled.daemon.stop('SIGKILL');
    expect(await statusOfNext()).toBe(503);
    await pooled.restart();
    await expect.poll(statusOfNext).toBe(200);
  },
);

test.skipIf(withoutPgBouncer)(
  'behind PgBouncer, where services cannot be seen, a database is not moved',
  async () => {
    const { database, secrets } = await temporaryDatabase();
    await (await openStore({ database, secrets })).close();
    const { database: from } = await startPgBouncer(database);
    const { database: to } = await temporaryDatabase({ isNew: true });
    await expect(moveRows({ from, to, secrets, now: Date.now() })).rejects.toMatchObject({
      reason: 'database_in_use',
      message: expect.stringContaining('cannot be seen through PgBouncer'),
    });
  },
);

test.skipIf(withoutPgBouncer)(
  'behind PgBouncer transactions are durable and have timeouts, and sessions do not change',
  async () => {
    const { database } = await temporaryDatabase();
    await tamper(database, `alter database ${nameOf(database)} set synchronous_commit = off`);
    const pooled = await startPgBouncer(database);
    const timeouts = { lock_timeout: '1500', statement_timeout: undefined };
    const engine = await openPostgres(withLongTimeouts(pooled.database, timeouts), 5);
    onTestFinished(engine.close);

    const inTransaction = await engine.write((transaction) => settings.execute(transaction));
    expect(inTransaction.rows).toEqual([{ commits: 'on', statement: '10s', lock: '1500ms' }]);
    expect((await engine.writeRelaxed((on) => settings.execute(on))).rows).toEqual([
      { commits: 'off', statement: '0', lock: '0' },
    ]);
  },
);

test.skipIf(withoutPgBouncer)(
  'behind PgBouncer several processes can migrate a database at once, and keep no lock',
  async () => {
    const { database, secrets } = await temporaryDatabase({ isNew: true });
    const pooled = await startPgBouncer(database);
    const place = { database: pooled.database, secrets };
    const stores = await Promise.all([1, 2, 3].map(() => openStore(place)));
    onTestFinished(async () => {
      for (const store of stores) await store.close();
    });
    for (const store of stores) await store.health.write();
    const locks = `select pid from pg_locks where locktype = 'advisory' and database =
      (select oid from pg_database where datname = current_database())`;
    expect(await inspect(database, locks)).toEqual([]);
  },
);

test.skipIf(withoutPgBouncer)(
  'the service does not start behind PgBouncer that pools statements, or rejects the password',
  async () => {
    const { database, secrets } = await temporaryDatabase();
    const { database: statements } = await startPgBouncer(database, { poolMode: 'statement' });
    await expect(openStore({ database: statements, secrets })).rejects.toMatchObject({
      reason: 'unreachable',
      message: expect.stringMatching(
        /: PgBouncer pools statements there: set pool_mode = transaction$/,
      ),
    });

    const { database: pooled } = await startPgBouncer(database);
    const wrong = withLongTimeouts(pooled, { password: 'not-the-password' });
    await expect(openStore({ database: wrong, secrets })).rejects.toMatchObject({
      reason: 'unreachable',
      message: expect.stringContaining('rejects the login: set the password in'),
    });
  },
);

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
