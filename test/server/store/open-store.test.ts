import { execFileSync } from 'node:child_process';
import { chmodSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { openStore } from '../../../server/store/open-store.ts';
import { describeOutage } from '../../../server/store/outage.ts';
import { commandLine } from '../../bin/support/in-process.ts';
import {
  tamper,
  temporaryFile,
  temporaryFolder,
  temporaryStore,
} from '../../support/server/database.ts';
import { addAccount } from './an-account.ts';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test('only the owner can read the database and the folder made for it', async () => {
  const path = join(temporaryFolder(), 'data', 'test.db');
  const store = await openStore({ database: path });
  await addAccount(store, 'ana@example.com');
  for (const file of [path, `${path}-wal`, `${path}-shm`]) expect(modeOf(file)).toBe('600');
  expect(modeOf(dirname(path))).toBe('700');
  await store.close();
});

test.each(['', '-wal', '-shm'])(
  'a database whose file%s other users can change is rejected',
  async (suffix) => {
    const database = join(temporaryFolder(), 'a test.db');
    const store = await openStore({ database });
    chmodSync(database + suffix, 0o640);
    await (await openStore({ database })).close();
    for (const mode of [0o620, 0o602]) {
      chmodSync(database + suffix, mode);
      expect(await commandLine(['serve', '--port', '0', '--database', database])).toEqual({
        ...{ code: 2, stdout: '' },
        stderr: `error: the database file ${database}${suffix} has mode 0${mode.toString(8)}, so that other users can change it: run 'chmod 600 '${database}${suffix}''\n`,
      });
    }
    await store.close();
  },
);

const letter = 'Dear Sir or Madam, '.repeat(100);
const unusable = 'unusable_path';
const belowFile = () => join(temporaryFile('a', ''), 'b');
function aPipe() {
  const pipe = join(temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  return pipe;
}
function deadLink() {
  const link = join(temporaryFolder(), 'linked.db');
  symlinkSync('nothing', link);
  return link;
}

test.each([
  [
    'it is not a database',
    () => temporaryFile('letter.txt', letter),
    'not_a_database',
    'letter.txt',
  ],
  ['it is a folder', temporaryFolder, unusable, 'it is a folder or a device'],
  ['it is a named pipe', aPipe, unusable, 'it is a folder or a device'],
  ['it is below a file', belowFile, unusable, 'a part of its path is not a folder'],
  ['it is a dead link', deadLink, unusable, 'it is a link to a file that does not exist'],
  [
    'its folder is refused',
    () => '/proc/account-access/test.db',
    unusable,
    'its folder cannot be created',
  ],
])(
  'where %s, opening it is an error that says so, and is not tried again',
  async (_why, place, reason, says) => {
    await expect(openStore({ database: place() })).rejects.toMatchObject({
      name: 'StoreError',
      reason,
      message: expect.stringContaining(says),
    });
  },
);

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

test('a database with tables of another program is rejected', async () => {
  const database = join(temporaryFolder(), 'test.db');
  await tamper(database, 'create table accounts (id integer)');
  await expect(openStore({ database })).rejects.toMatchObject({
    name: 'StoreError',
    reason: 'not_empty',
  });
});

test.each([
  ['SQLITE_BUSY', 'another process has locked it; try again'],
  ['SQLITE_FULL', 'its disk is full'],
  ['SQLITE_READONLY', 'it is read-only, or its file system is'],
  ['XX001', 'Query read timeout'],
  [undefined, 'Query read timeout; a change that was sent may still take effect'],
])('reports in words an outage with the code %s', (code, words) => {
  const text = describeOutage(Object.assign(new Error('Query read timeout'), { code }));
  expect(text).toContain(`the database cannot be used: ${words}`);
});

test('a password that cannot be read for a moment is an outage of PostgreSQL', () => {
  const error = new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string');
  expect(describeOutage(error)).toContain('the database cannot be used: SASL');
});

test('an error in the service itself is not reported as a database outage', () => {
  expect(describeOutage(new TypeError('x is not a function'))).toBeUndefined();
  for (const code of ['SQLITE_ERROR', 'ENOENT'])
    expect(describeOutage(Object.assign(new Error('failed'), { code }))).toBeUndefined();
});

test('names the Unix socket on which no PostgreSQL listens', async () => {
  const client = new pg.Client({ host: temporaryFolder(), port: 5432 });
  const error: unknown = await client.connect().catch((reason: unknown) => reason);
  expect(describeOutage(error)).toMatch(
    /^the database cannot be used: connect ENOENT \/.*\.s\.PGSQL\.5432$/,
  );
  // What Node makes of the errors of several addresses.
  const several = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
  expect(describeOutage(several)).toBe('the database cannot be used: ECONNREFUSED');
});
