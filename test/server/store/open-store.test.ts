import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isPostgresUrl } from '../../../server/store/database-name.ts';
import { openStore } from '../../../server/store/open-store.ts';
import {
  openUntilEnd,
  readDatabase,
  runSql,
  temporaryDatabase,
  temporaryFolder,
  temporaryStore,
} from '../../support/server/database.ts';
import { addAccount, anAccount, createKey, find, mfa, now } from './an-account.ts';

test('a store that is opened again has what was stored', async () => {
  const { store, account } = await anAccount({ mfa });
  await createKey(store, account);
  await store.close();

  const again = await openUntilEnd(store.place, { mayCreate: false });

  expect(await find(again)).toEqual(account);
  expect(await again.apiKeys.list(account.id)).toHaveLength(1);
});

test('creates a key that only its owner can read, and uses it from then on', async () => {
  const place = await temporaryDatabase();
  await (await openUntilEnd(place)).close();
  const key = readFileSync(place.keyFile, 'utf8');

  await openUntilEnd(place);

  expect(statSync(place.keyFile).mode & 0o777).toBe(0o600);
  expect(Buffer.from(key, 'base64')).toHaveLength(32);
  expect(readFileSync(place.keyFile, 'utf8')).toBe(key);
});

test('neither TOTP secrets nor stored responses are readable in the database', async () => {
  const { store, account } = await anAccount({ mfa });
  const response = '{"api_key":"a response that is secret"}';
  await createKey(store, account, { idempotency: { key: 'a', response, expiresAt: now + 1 } });

  const stored = await readDatabase(store.place.database);

  expect(stored).toContain(account.id);
  expect(stored).not.toContain(mfa.totpSecret);
  expect(stored).not.toContain('a response that is secret');
});

test('a text that was moved to another account cannot be decrypted', async () => {
  const { store } = await anAccount({ mfa });
  await addAccount(store, 'eve@example.com', { mfa });
  await runSql(
    store.place.database,
    `update accounts set totp_secret = (select totp_secret from accounts where identity = 'eve@example.com')
     where identity = 'ana@example.com'`,
  );

  await expect(find(store)).rejects.toThrow('cannot be decrypted');
});

const hex = randomBytes(32).toString('hex');

test.each([
  ['hex', hex],
  ['base64', Buffer.from(hex, 'hex').toString('base64')],
  ['base64url', Buffer.from(hex, 'hex').toString('base64url')],
])('accepts a key of a variable in %s', async (_, text) => {
  const place = await temporaryDatabase();
  await (await openUntilEnd(place, { encryptionKey: { text: hex } })).close();

  await openUntilEnd(place, { encryptionKey: { text } });

  expect(existsSync(place.keyFile)).toBe(false);
});

test.each(['', 'short', 'x'.repeat(64), hex.slice(1), `${hex}00`])(
  'rejects a key that is not 32 bytes, without repeating it (%#)',
  async (text) => {
    const place = await temporaryDatabase();
    writeFileSync(place.keyFile, text, { mode: 0o600 });

    const fromFile = await failureOf(() => openUntilEnd(place));
    const fromText = await failureOf(() => openUntilEnd(place, { encryptionKey: { text } }));

    expect(fromFile).toContain(`the encryption key ${place.keyFile} is not valid: it must be 32`);
    expect(fromText).toContain('the encryption key in the environment is not valid: it must be 32');
    if (text !== '') expect(fromFile + fromText).not.toContain(text);
  },
);

test('rejects a key file that others can read, and says what to do', async () => {
  const place = await temporaryDatabase();
  await (await openUntilEnd(place)).close();
  chmodSync(place.keyFile, 0o644);

  await expect(openUntilEnd(place)).rejects.toThrow(`(chmod 600 ${place.keyFile})`);
});

test('rejects another key than the one that the database is encrypted with', async () => {
  const { store, account } = await anAccount();
  const name = shownName(store.place.database);
  const keyFile = join(temporaryFolder(), 'other.key');
  writeFileSync(keyFile, hex, { mode: 0o600 });

  const failure = await failureOf(() => openUntilEnd({ ...store.place, keyFile }));

  expect(failure).toContain(`${name} is encrypted with another key than ${keyFile}`);
  expect((await createKey(store, account)).outcome).toBe('created');
});

test('creates no key for a database that has one', async () => {
  const place = await temporaryDatabase();
  await (await openUntilEnd(place)).close();
  rmSync(place.keyFile);

  await expect(openUntilEnd(place)).rejects.toThrow(
    `there is no encryption key at ${place.keyFile}`,
  );

  expect(existsSync(place.keyFile)).toBe(false);
});

test('of stores that are opened at once on a new database, all use one layout and one key', async () => {
  const place = await temporaryDatabase();

  const stores = await Promise.all(Array.from({ length: 5 }, () => openUntilEnd(place)));

  const [first, ...others] = stores;
  const account = first && (await addAccount(first, 'ana@example.com', { mfa }));
  for (const store of others) expect(await find(store)).toEqual(account);
});

test('a command that may not create a database names the one that it did not find', async () => {
  const place = await temporaryDatabase();

  const failure = await failureOf(() => openUntilEnd(place, { mayCreate: false }));

  expect(failure).toContain(`there is no database at ${shownName(place.database)}`);
  if (!isPostgresUrl(place.database)) expect(existsSync(place.database)).toBe(false);
  expect(existsSync(place.keyFile)).toBe(false);
});

test.each([
  ['has tables of another program, or of an earlier version', ['drop table meta']],
  ['has the layout 0 of another version', ["update meta set value = '0' where name = 'layout'"]],
])('does not change a database that %s', async (message, statements) => {
  const { place, close } = await temporaryStore();
  for (const statement of statements) await runSql(place.database, statement);
  await close();

  const failure = await failureOf(() => openUntilEnd(place));

  expect(failure).toContain(`${shownName(place.database)} ${message}`);
});

test.each([
  'postgres://ana:secret@localhost:port/name',
  'postgres://ana:sec/ret@localhost/name',
  'postgres://ana:secret#@localhost/name',
  'mysql://ana:secret@localhost/name',
  'ana:secret@localhost/name',
])('an error about the URL %# does not contain its password', async (database) => {
  const failure = await failureOf(() => openStore({ database, mayCreate: true }));

  expect(failure).not.toMatch(/secret|sec\/|ret@/);
});

test('refuses to send passwords to another machine in plain text', async () => {
  const database = 'postgres://ana:secret@192.0.2.1/name';

  await expect(openStore({ database, mayCreate: true })).rejects.toThrow(
    'the connection to 192.0.2.1 would be unencrypted: add ?sslmode=verify-full',
  );
});

/** The message, and those of its causes. */
async function failureOf(run: () => Promise<unknown>): Promise<string> {
  try {
    await run();
  } catch (error) {
    expect(error).toMatchObject({ name: 'OperatorError' });
    return String(error);
  }
  throw new Error('it did not fail');
}

function shownName(database: string): string {
  return isPostgresUrl(database)
    ? database.replace(/:[^:@/]*@/, '@').replace(/\?.*/, '')
    : database;
}
