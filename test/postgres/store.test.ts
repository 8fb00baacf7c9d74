import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { OutageError } from '../../server/store/database.ts';
import { openPostgres } from '../../server/store/postgres.ts';
import { addAccount, anAccount, createKey, now, revoke } from '../server/store/an-account.ts';
import { listenForTest } from '../support/http/listen-for-test.ts';
import {
  openUntilEnd,
  runSql,
  temporaryDatabase,
  temporaryFolder,
} from '../support/server/database.ts';

const changeUrl = (url: string, parts: Partial<URL>) => Object.assign(new URL(url), parts).href;

const nameOf = (url: string) => new URL(url).pathname.slice(1);

/** Runs a statement in the server's own database. */
const command = (url: string, sql: string) =>
  runSql(changeUrl(url, { pathname: '/postgres' }), sql);

/** Ends all connections to the database, as a server does that shuts down. */
const endConnections = (url: string) =>
  command(
    url,
    `select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = '${nameOf(url)}'`,
  );

test.each([
  ['a wrong password', { password: 'canary-4c11' }, /set the password in PGPASSWORD/],
  ['no such database', { pathname: '/no_such_database' }, /no_such_database.*create database/],
  ['no server', { port: '1' }, /cannot use postgres:\/\/\w+@127\.0\.0\.1:1\/\w+: nothing listens/],
])('names %s when it opens, and not the password', async (_, parts, message) => {
  const { database, keyFile } = await temporaryDatabase();
  const url = changeUrl(database, parts);

  const error: unknown = await openUntilEnd({ database: url, keyFile }).catch((it) => it);

  if (!(error instanceof Error)) throw new Error('it was opened');
  expect(error.name).toBe('OperatorError');
  expect(error.message).toMatch(message);
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    expect(`${cause.stack}${JSON.stringify(cause)}`).not.toContain(new URL(url).password);
});

test('gives up after connect_timeout when a server does not respond', async () => {
  const { database, keyFile } = await temporaryDatabase();
  const port = await listenForTest(createServer(() => {}));
  const url = changeUrl(database, { port: String(port), search: '?connect_timeout=1' });

  await expect(openUntilEnd({ database: url, keyFile })).rejects.toThrow(/^cannot use postgres:/);
});

test('rejects a database whose encoding lacks characters', async () => {
  const server = inject('postgres') ?? '';
  const name = `latin_${process.pid}`;
  await runSql(
    `${server}/postgres`,
    `create database ${name} encoding 'LATIN1' locale 'C' template template0`,
  );
  onTestFinished(async () => {
    await runSql(`${server}/postgres`, `drop database ${name} with (force)`);
  });

  await expect(
    openUntilEnd({ database: `${server}/${name}`, keyFile: join(temporaryFolder(), 'key') }),
  ).rejects.toThrow('the database has the encoding LATIN1, and UTF8 is needed');
});

test('creates its tables beside those of other programs', async () => {
  const { database, keyFile } = await temporaryDatabase();
  await runSql(database, 'create table bookings (id int)');

  const store = await openUntilEnd({ database, keyFile });

  await addAccount(store, 'ana@example.com');
  expect(await store.accounts.list()).toHaveLength(1);
});

test('a commit waits for the disk, whatever the default of the database is', async () => {
  const { database } = await temporaryDatabase();
  await runSql(database, `alter database ${nameOf(database)} set synchronous_commit = off`);
  const opened = await openPostgres(database);
  onTestFinished(() => opened.close());

  const setting = "select current_setting('synchronous_commit') as value";
  expect(await opened.one(setting)).toEqual({ value: 'on' });
  expect(await opened.transaction((on) => on.one(setting))).toEqual({ value: 'on' });
});

test('ended connections lose nothing that was acknowledged, and the next calls succeed', async () => {
  const { store, account } = await anAccount();
  const created: string[] = [];
  const errors: unknown[] = [];
  let isDone = false;
  const work = async () => {
    while (!isDone)
      await createKey(store, account, { maximumKeys: 100_000 }).then(
        ({ id }) => created.push(id),
        (error) => errors.push(error),
      );
  };
  const working = Array.from({ length: 12 }, work);

  for (let round = 1; round <= 5; round += 1) {
    await expect.poll(() => created.length).toBeGreaterThan(round * 10);
    await endConnections(store.place.database);
  }
  isDone = true;
  await Promise.all(working);

  for (const error of errors) expect(error).toBeInstanceOf(OutageError);
  expect(errors.length).toBeGreaterThan(0);
  const stored = (await store.apiKeys.list(account.id)).map(({ id }) => id);
  expect(stored).toEqual(expect.arrayContaining(created));
  // A commit whose acknowledgement was lost may be stored.
  expect(stored.length - created.length).toBeLessThanOrEqual(errors.length);
  // Each key has its event.
  const events = await runSql(
    store.place.database,
    "select id from events where event = 'api_key_created'",
  );
  expect(events).toHaveLength(stored.length);
});

test('transactions that conflict run again', async () => {
  const { database } = await temporaryDatabase();
  const opened = await openPostgres(database);
  onTestFinished(() => opened.close());
  await runSql(database, 'create table pairs (id text primary key, value int not null)');
  await runSql(database, "insert into pairs values ('a', 0), ('b', 0)");
  let attempts = 0;
  let meet = () => {};
  const haveMet = new Promise<void>((resolve) => {
    meet = resolve;
  });
  const increase = (first: string, second: string) =>
    opened.transaction(async (on) => {
      attempts += 1;
      await on.run('update pairs set value = value + 1 where id = ?', first);
      if (attempts > 1) meet();
      await haveMet;
      await on.run('update pairs set value = value + 1 where id = ?', second);
    });

  // Each locks what the other one waits for.
  await Promise.all([increase('a', 'b'), increase('b', 'a')]);

  expect(attempts).toBe(3);
  expect(await opened.all('select value from pairs')).toEqual([{ value: 2 }, { value: 2 }]);
});

interface Outage {
  readonly begin: (database: string) => Promise<unknown>;
  readonly end: (database: string) => Promise<unknown>;
}

const alter = (setting: string) => (database: string) =>
  command(database, `alter database ${nameOf(database)} ${setting}`);

const outages: Readonly<Record<string, Outage>> = {
  'accepts no connections': {
    begin: async (database) => {
      await alter('allow_connections false')(database);
      await endConnections(database);
    },
    end: alter('allow_connections true'),
  },
  'is read-only': {
    begin: async (database) => {
      await alter('set default_transaction_read_only = on')(database);
      // The setting is for new connections.
      await endConnections(database);
    },
    end: alter('reset default_transaction_read_only'),
  },
};

test.each(Object.entries(outages))(
  'changes are an outage while the database %s',
  async (_, outage) => {
    const { store, account } = await anAccount();
    const { id } = await createKey(store, account);
    const { database } = store.place;

    await outage.begin(database);
    onTestFinished(async () => {
      await outage.end(database);
    });
    // Those that were open report their end once.
    await expect.poll(() => outcomeOf(revoke(store, account, id))).toBeInstanceOf(OutageError);
    expect(await outcomeOf(store.database.check())).toBeInstanceOf(OutageError);
    await outage.end(database);

    await expect.poll(() => outcomeOf(store.database.check())).toBeUndefined();
    expect(await revoke(store, account, id)).toBe(now);
  },
);

test('a lock that another client has for long is an outage', async () => {
  const { store, account } = await anAccount();
  const other = new pg.Client({ connectionString: store.place.database });
  await other.connect();
  onTestFinished(() => other.end());
  const impatient = new URL(store.place.database);
  impatient.searchParams.set('lock_timeout', '300');
  const { keyFile } = store.place;
  const waiting = await openUntilEnd({ database: impatient.href, keyFile });
  await other.query('begin');
  await other.query('select from accounts for update');

  expect(await outcomeOf(createKey(waiting, account))).toBeInstanceOf(OutageError);

  await other.query('rollback');
  expect(await outcomeOf(createKey(waiting, account))).toMatchObject({ outcome: 'created' });
});

/** The result, or the error. */
async function outcomeOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.catch((error: unknown) => error);
}
