import { createServer } from 'node:net';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { openStore } from '../../server/store/open-store.ts';
import { openPostgres } from '../../server/store/postgres/open-postgres.ts';
import { listenForTest } from '../support/http/listen-for-test.ts';
import { inspect, tamper, temporaryDatabase } from '../support/server/database.ts';

/** What opening this database is refused with; neither words nor causes may hold the password. */
async function refusalOf(database: string, password: string) {
  const { secrets } = await temporaryDatabase();
  const error: unknown = await openStore({ database, secrets }).catch(
    (refusal: unknown) => refusal,
  );
  if (!(error instanceof Error)) throw new Error('it was opened');
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    expect(`${cause.stack}${JSON.stringify(cause)}`).not.toContain(password);
  return error;
}

const change = (database: string, parts: Partial<URL>) =>
  Object.assign(new URL(database), parts).href;

test.each([
  [
    'a wrong password',
    { password: 'canary-4c11' },
    /rejects the login: set the password in PGPASSWORD/,
  ],
  [
    'no such database',
    { pathname: '/nobody_made_this' },
    /there is no database postgres:\/\/keeper@127\.0\.0\.1:\d+\/nobody_made_this: create it/,
  ],
  [
    'nothing that listens',
    { port: '1' },
    /cannot reach postgres:\/\/keeper@127\.0\.0\.1:1\/\w+: nothing listens there/,
  ],
])('reports %s in words, without the password', async (_name, parts, says) => {
  const { database } = await temporaryDatabase();
  const url = change(database, parts);
  const error = await refusalOf(url, new URL(url).password);
  expect(error).toMatchObject({ name: 'StoreError', reason: 'unreachable' });
  expect(error.message).toMatch(says);
});

test('an error about an invalid URL does not repeat it', async () => {
  const error = await refusalOf('postgres://ana:canary-9e01@[nowhere/x', 'canary-9e01');
  expect(error).toMatchObject({ name: 'StoreError', reason: 'url_invalid' });
});

test('a comma in a password does not separate hosts', async () => {
  const { database } = await temporaryDatabase();
  const url = change(database, { password: 'canary,9e02' });
  expect((await refusalOf(url, 'canary,9e02')).message).toMatch(/rejects the login/);
});

test('gives up on a server that does not respond after connect_timeout', async () => {
  const port = await listenForTest(createServer(() => {}));
  const { database } = await temporaryDatabase();
  const url = change(database, { port: String(port), search: 'connect_timeout=1' });
  expect((await refusalOf(url, new URL(url).password)).message).toMatch(/cannot reach/);
});

test('rejects a database whose encoding lacks characters', async () => {
  const server = inject('postgres') ?? '';
  const name = `latin_${process.pid}`;
  await tamper(
    `${server}/postgres`,
    `create database ${name} encoding 'LATIN1' locale 'C' template template0`,
  );
  const error = await refusalOf(`${server}/${name}`, new URL(server).password);
  await tamper(`${server}/postgres`, `drop database ${name} with (force)`);
  expect(error).toMatchObject({ name: 'StoreError', reason: 'encoding_unsupported' });
});

test('each schema of a database may have the tables of a service, and not those of another program', async () => {
  const { database, secrets } = await temporaryDatabase({ isNew: true });
  const other = change(database, { search: '?options=-c search_path=other' });
  const open = async (url: string) => (await openStore({ database: url, secrets })).close();
  await open(database);
  await tamper(database, 'create schema other; create table other.accounts (id int)');
  expect(await refusalOf(other, new URL(database).password)).toMatchObject({ reason: 'not_empty' });
  await tamper(database, 'drop table other.accounts');
  await open(other);
  await open(database);
  // Where a new table would get into another schema, those that are there stay in use.
  await tamper(database, 'create schema latest');
  const later = change(database, { search: '?options=-c search_path=latest,public' });
  await open(later);
  expect(await inspect(later, "select to_regclass('latest.accounts') as made")).toEqual([
    { made: null },
  ]);
});

test('reports the missing privilege of a user who must not create tables', async () => {
  const { database } = await temporaryDatabase({ isNew: true });
  const role = `guest_${process.pid}`;
  await tamper(database, `create role ${role} login password 'canary-77aa'`);
  const url = change(database, { username: role, password: 'canary-77aa' });
  const error = await refusalOf(url, 'canary-77aa');
  await tamper(database, `drop role ${role}`);
  expect(error.message).toMatch(
    /may not create tables: run "grant create, usage on schema public to/,
  );
});

test('changes are durable and counts are quick with any settings of the server', async () => {
  const { database } = await temporaryDatabase();
  const name = new URL(database).pathname.slice(1);
  await tamper(database, `alter database ${name} set synchronous_commit = off`);
  await tamper(database, `alter database ${name} set default_transaction_isolation = serializable`);
  const engine = await openPostgres(database, 10);
  const settings = sql<
    Record<string, string>
  >`select current_setting('synchronous_commit') as commits,
    current_setting('transaction_isolation') as isolation`;
  const durable = await engine.write((transaction) => settings.execute(transaction));
  const quick = await engine.writeRelaxed((on) => settings.execute(on));
  await engine.close();
  expect([durable.rows, quick.rows]).toEqual([
    [{ commits: 'on', isolation: 'serializable' }],
    [{ commits: 'off', isolation: 'read committed' }],
  ]);
});
