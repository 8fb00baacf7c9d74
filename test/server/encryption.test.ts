import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { Secret } from 'otpauth';
import { expect, test } from 'vitest';
import { retireKey, rotateSecrets, secretsStatus } from '../../operator/secrets/secrets.ts';
import { hashRecoveryCode } from '../../server/security/mfa-secrets.ts';
import { currentTotpCode } from '../../server/security/one-time-codes.ts';
import { openStore } from '../../server/store/open-store.ts';
import { preloadScript, runCommand } from '../support/command/run-command.ts';
import { generate, logIn, tokenOf } from '../support/http/call-operations.ts';
import { inspect, readDatabaseFiles, tamper, temporaryFolder } from '../support/server/database.ts';
import {
  addCaller,
  addPerson,
  addPersonWithMfa,
  codeOf,
  credentialsOf,
} from '../support/server/people.ts';
import { secretsOf } from '../support/server/secrets.ts';
import { serverForTest, startTestServer, type TestServer } from '../support/server/test-server.ts';

const plainTotpSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test('a copy of the database files has no TOTP secret and no hash of a password or recovery code in it', async () => {
  const server = await serverForTest();
  const person = await addPersonWithMfa(server);
  const { identity, password, totpSecret, recoveryCodes } = person;
  for (const otp of [codeOf(person, server), recoveryCodes[0]])
    expect((await logIn(server, { identity, password, otp })).httpStatus).toBe(200);

  const files = readDatabaseFiles(server.database);
  expect(fs.statSync(`${server.database}-wal`).size).toBeGreaterThan(0);
  expect(files).toContain(identity);
  const bytes = Buffer.from(Secret.fromBase32(totpSecret).bytes);
  const forms = [
    totpSecret,
    bytes.toString('latin1'),
    bytes.toString('hex'),
    bytes.toString('base64url'),
  ];
  const codes = recoveryCodes.map((code) => hashRecoveryCode(code) ?? '');
  for (const hash of codes) forms.push(hash, Buffer.from(hash, 'hex').toString('latin1'));
  for (const form of forms) expect(files.includes(form)).toBe(false);
  // A shorter word might stand by chance in what was encrypted.
  expect(files).not.toContain('argon2id');
});

test.each(['totp_secret', 'password_hash'])(
  '%s of another account cannot be decrypted: the login fails, and the log names the account',
  async (column) => {
    const server = await serverForTest();
    const [victim, thief] = [await addPersonWithMfa(server), await addPersonWithMfa(server)];
    await tamper(
      server.database,
      `update accounts set ${column} = (select ${column} from accounts where id = '${thief.id}') where id = '${victim.id}'`,
    );
    const response = await logIn(server, {
      identity: victim.identity,
      password: column === 'password_hash' ? thief.password : victim.password,
      otp: codeOf(column === 'totp_secret' ? thief : victim, server),
    });
    expect(response.reason).toBe('invalid_credentials');
    expect(server.log.text()).toContain(
      `accounts.${column} of account ${victim.id} cannot be decrypted`,
    );
    for (const secret of [victim.password, thief.password, victim.totpSecret, thief.totpSecret])
      expect(server.log.text()).not.toContain(secret);
    const login = await logIn(server, { ...credentialsOf(thief), otp: codeOf(thief, server) });
    expect(login.httpStatus).toBe(200);
  },
);

test('a hash with another encoding of the same bytes cannot be decrypted either', async () => {
  const server = await serverForTest();
  const person = await addPerson(server);
  await setPasswordHash(
    server,
    person.id,
    anotherSpelling(await passwordHashOf(server, person.id)),
  );
  expect((await logIn(server, credentialsOf(person))).reason).toBe('invalid_credentials');
  expect(server.log.text()).toContain(
    `accounts.password_hash of account ${person.id} cannot be decrypted: it was altered`,
  );
  expect((await (await secretsOf(server)).rotate()).undecryptable).toEqual([person.id]);
});

test('a recovery code copied from another account does not log in', async () => {
  const server = await serverForTest();
  const [victim, thief] = [await addPersonWithMfa(server), await addPersonWithMfa(server)];
  await tamper(server.database, `delete from recovery_codes where account_id = '${victim.id}'`);
  await tamper(server.database, `update recovery_codes set account_id = '${victim.id}'`);
  const response = await logIn(server, { ...credentialsOf(victim), otp: thief.recoveryCodes[0] });
  expect(response.reason).toBe('internal_error');
});

test('a TOTP secret and a hash in plain text do not log in', async () => {
  const server = await serverForTest();
  const person = await addPersonWithMfa(server);
  await tamper(server.database, `update accounts set totp_secret = '${plainTotpSecret}'`);
  const otp = currentTotpCode(plainTotpSecret, server.clock.now());
  expect((await logIn(server, { ...credentialsOf(person), otp })).reason).toBe(
    'invalid_credentials',
  );
});

test('keys can be rotated and retired while a server runs', async () => {
  const database = join(temporaryFolder(), 'test.db');
  const server = await startTestServer({ config: { database } });
  const [ana, ben] = [await addPerson(server), await addPersonWithMfa(server)];
  const token = await tokenOf(server, credentialsOf(ana));
  const made = await generate(server, token, {}, 'a value');
  const secrets = await secretsOf(server);
  const [before] = await secretsStatus(secrets);
  expect(before).toMatchObject({ current: true, passwords: 2, totpSecrets: 1, recoveryCodes: 10 });
  expect(before).toMatchObject({ idempotencyRecords: 1 });
  const encrypted = readDatabaseFiles(server.database);

  const { current, rewritten, undecryptable } = await secrets.rotate();
  expect({ rewritten, undecryptable }).toEqual({ rewritten: 14, undecryptable: [] });
  expect((await logIn(server, credentialsOf(ana))).httpStatus).toBe(200);
  expect(
    (await logIn(server, { ...credentialsOf(ben), otp: codeOf(ben, server) })).httpStatus,
  ).toBe(200);
  expect(
    (await logIn(server, { ...credentialsOf(ben), otp: ben.recoveryCodes[4] })).httpStatus,
  ).toBe(200);
  expect((await generate(server, token, {}, 'a value')).data).toEqual(made.data);
  const cara = await addPerson(server);
  const oldId = String(before?.keyId);
  const unused = { passwords: 0, totpSecrets: 0, recoveryCodes: 0, idempotencyRecords: 0 };
  expect(await secretsStatus(secrets)).toEqual([
    { ...before, ...unused, keyId: oldId, current: false },
    expect.objectContaining({ keyId: current, current: true, passwords: 3, totpSecrets: 1 }),
  ]);

  expect(encrypted).toContain(`v1.${oldId}.`);
  // As if a process had been killed before the file had its name, and the retirement were repeated.
  const left = `${server.database}.secrets.0123456789ab.tmp`;
  fs.writeFileSync(left, oldId);
  fs.mkdirSync(`${server.database}.secrets.123456789abc.tmp`);
  for (let count = 0; count < 2; count += 1) await secrets.keys.forget(oldId, Date.now());
  await retireKey(secrets, oldId, false, Date.now());
  await expect(secrets.rotate(true)).rejects.toMatchObject({ reason: 'nothing_to_resume' });
  expect(fs.existsSync(left)).toBe(false);
  fs.rmdirSync(`${server.database}.secrets.123456789abc.tmp`);
  const events =
    "select event, detail from audit_events where event like 'secrets%' order by sequence";
  expect(await inspect(server.database, events)).toEqual([
    { event: 'secrets_rotated', detail: JSON.stringify({ encryptionKey: current }) },
    { event: 'secrets_retired', detail: JSON.stringify({ encryptionKey: oldId }) },
  ]);
  expect(fs.readFileSync(`${server.database}.secrets`, 'utf8')).not.toContain(oldId);
  for (const person of [ana, cara])
    expect((await logIn(server, credentialsOf(person))).httpStatus).toBe(200);
  expect((await generate(server, token, {}, 'a value')).data).toEqual(made.data);
  // The process that checkpoints empties the write-ahead log.
  await secrets.close();
  await server.close();
  expect(readDatabaseFiles(server.database)).not.toContain(`v1.${oldId}.`);
});

test('a repeated request gets no key if its key material is encrypted with a key that was retired by force', async () => {
  const server = await serverForTest();
  const { token } = await addCaller(server);
  await generate(server, token, {}, 'a value');
  const secrets = await secretsOf(server);
  const oldId = String((await secretsStatus(secrets))[0]?.keyId);
  const [record] = await inspect(server.database, 'select key_material from idempotency_records');
  const keyMaterial = Object(record).key_material;
  await secrets.rotate();
  await tamper(server.database, `update idempotency_records set key_material = '${keyMaterial}'`);
  await expect(retireKey(secrets, oldId, false, Date.now())).rejects.toMatchObject({
    message: expect.stringContaining('1 idempotency records are encrypted'),
  });
  await retireKey(secrets, oldId, true, Date.now());
  server.store.encryption.reread();
  expect((await generate(server, token, {}, 'a value')).reason).toBe('unavailable');

  expect((await generate(server, token, {}, 'a third value')).httpStatus).toBe(200);
});

test('an interrupted rotation can be continued, and until then the older key cannot be retired', async () => {
  const server = await serverForTest();
  const person = await addPersonWithMfa(server);
  const secrets = await secretsOf(server);
  const oldId = String((await secretsStatus(secrets))[0]?.keyId);
  const encrypted = await passwordHashOf(server, person.id);
  await secrets.rotate();
  // As if it had stopped between two rows.
  await setPasswordHash(server, person.id, encrypted);

  await expect(retireKey(secrets, oldId, false, Date.now())).rejects.toMatchObject({
    reason: 'key_in_use',
    message: expect.stringContaining(person.identity),
  });
  const { rewritten, current: currentId } = await secrets.rotate(true);
  expect(rewritten).toBe(1);
  await expect(retireKey(secrets, currentId, true, Date.now())).rejects.toMatchObject({
    reason: 'key_in_use',
  });
  expect((await secretsStatus(secrets)).filter(({ current }) => current)).toHaveLength(1);
  await retireKey(secrets, oldId, false, Date.now());
});

test('when the file cannot be written anew at the end of a rotation, it says so, and --resume does it', async () => {
  const database = join(temporaryFolder(), 'test.db');
  const server = await startTestServer({ config: { database } });
  for (let count = 0; count < 20; count += 1) await addPersonWithMfa(server);
  await server.close();
  const secrets = await secretsOf({ database });
  const oldId = String((await secretsStatus(secrets))[0]?.keyId);
  const full = Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
  const onFullDisk = { ...secrets, scrub: () => Promise.reject(full) };
  const rotation = rotateSecrets(onFullDisk, { resume: false, random: randomBytes, now: Date.now });
  await expect(rotation).rejects.toMatchObject({
    reason: 'old_texts_remain',
    message: expect.stringMatching(
      /its disk is full: run 'account-access secrets rotate --resume' when its disk/,
    ),
  });
  const oldTexts = () => readDatabaseFiles(database).includes(`v1.${oldId}.`);
  expect(oldTexts()).toBe(true);
  expect((await secrets.rotate(true)).rewritten).toBe(0);
  await secrets.close();
  expect(oldTexts()).toBe(false);
});

test('a rotation while the database is opened is not taken for a wrong secrets file', async () => {
  const { database, file } = await aClosedDatabase();
  const before = fs.readFileSync(file);
  const secrets = await secretsOf({ database });
  await secrets.rotate();
  await secrets.close();
  fs.copyFileSync(file, `${file}.after`);
  fs.writeFileSync(file, before);
  // When the file is read a second time, it has the key that the database had already.
  const env = preloadScript(`import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { openSync } = fs;
    let opened = 0;
    fs.openSync = (path, ...rest) => {
      if (path === '${file}' && ++opened === 2) fs.copyFileSync('${file}.after', '${file}');
      return openSync(path, ...rest);
    };
    syncBuiltinESMExports();`);
  const listing = runCommand(['accounts', 'list', '--database', database], { env });
  expect(await listing.ended, listing.stderr()).toBe(0);
});

test('a pipe, which can be read only once, is accepted as a secrets file', async () => {
  const { database, file, person } = await aClosedDatabase();
  const pipe = `${file}.pipe`;
  const runBy = ['sh', '-c', `mkfifo '${pipe}'; cat '${file}' > '${pipe}' & exec "$@"`, 'sh'];
  const args = ['accounts', 'passwd', person.identity, '--database', database, '--secrets', pipe];
  const command = runCommand(args, { runBy, input: 'a password like no other' });
  expect(await command.ended, command.stderr()).toBe(0);
});

/** Other text, which a lenient decoder of base64url reads as the same bytes. */
function anotherSpelling(encrypted: string): string {
  const [version, keyId, text = ''] = encrypted.split('.');
  // A single character more says no byte; the last one of a group that is not full has bits to spare.
  const other =
    text.length % 4 === 0 ? `${text}A` : text.slice(0, -1) + withSpareBits(text.slice(-1));
  expect(Buffer.from(other, 'base64url')).toEqual(Buffer.from(text, 'base64url'));
  return `${version}.${keyId}.${other}`;
}

/** The last character of an encoding with a bit set that says nothing. */
function withSpareBits(last: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  return alphabet[alphabet.indexOf(last) + 1] ?? '';
}

async function passwordHashOf({ database }: TestServer, id: string): Promise<string> {
  const [row] = await inspect(database, `select password_hash from accounts where id = '${id}'`);
  return Object(row).password_hash;
}

const setPasswordHash = ({ database }: TestServer, id: string, hash: string) =>
  tamper(database, `update accounts set password_hash = '${hash}' where id = '${id}'`);

/** A database with an account, closed, and its secrets file. */
async function aClosedDatabase() {
  const database = join(temporaryFolder(), 'test.db');
  const server = await serverForTest({ config: { database } });
  const person = await addPerson(server);
  const [status] = await secretsStatus(await secretsOf(server));
  return { database, file: `${database}.secrets`, person, keyId: String(status?.keyId) };
}

test('creates the secrets file once, readable only by its owner', async () => {
  const database = join(temporaryFolder(), 'test.db');
  const made: string[] = [];
  const open = () => openStore({ database, onSecretsMade: (path) => made.push(path) });
  await (await open()).close();
  await (await open()).close();
  expect(made).toEqual([`${database}.secrets`]);
  expect(fs.statSync(`${database}.secrets`).mode & 0o777).toBe(0o600);
});

test('a secrets file that cannot be looked at for a while changes nothing', async () => {
  const folder = join(temporaryFolder(), 'secrets');
  fs.mkdirSync(folder);
  const server = await serverForTest({ config: { secrets: join(folder, 'file') } });
  const { token } = await addCaller(server);
  fs.renameSync(folder, `${folder}.away`);
  fs.symlinkSync(folder, folder);
  expect((await generate(server, token, {}, 'a value')).httpStatus).toBe(200);
});

test('a database is not opened without its secrets file, and the error names the key', async () => {
  const { database, file, keyId } = await aClosedDatabase();
  fs.renameSync(file, `${file}.away`);
  await expect(openStore({ database })).rejects.toMatchObject({
    name: 'SecretsError',
    reason: 'file_missing',
    message: expect.stringContaining(keyId),
  });
  await (await openStore({ database, secrets: `${file}.away` })).close();
});

test('a database is not opened with the secrets file of another database', async () => {
  const { database, keyId } = await aClosedDatabase();
  const another = await aClosedDatabase();
  await expect(openStore({ database, secrets: another.file })).rejects.toMatchObject({
    reason: 'key_missing',
    message: expect.stringContaining(keyId),
  });
  const text = fs.readFileSync(another.file, 'utf8').replaceAll(another.keyId, keyId);
  fs.writeFileSync(another.file, text);
  await expect(openStore({ database, secrets: another.file })).rejects.toMatchObject({
    reason: 'key_differs',
  });
});

test.each([0o640, 0o604, 0o644])('a secrets file of mode %o is rejected', async (mode) => {
  const { database, file } = await aClosedDatabase();
  const secrets = `${file} of a test`;
  fs.renameSync(file, secrets);
  fs.chmodSync(secrets, mode);
  await expect(openStore({ database, secrets })).rejects.toMatchObject({
    reason: 'file_open_to_others',
    message: expect.stringContaining(`chmod 600 '${secrets}'`),
  });
});

test('a device is rejected as a secrets file, without advice to change its mode', async () => {
  const place = { database: join(temporaryFolder(), 'test.db'), secrets: '/dev/null' };
  await expect(openStore(place)).rejects.toThrow(/^(?!.*chmod)/);
});

test.each([
  ['no JSON', () => '{"version": 1, "keys": [secret'],
  ['a newer version', (text: string) => text.replace('"version": 1', '"version": 2')],
  ['a short key', (text: string) => text.replace(/"key": "..../, '"key": "')],
  [
    'a key with bits to spare',
    (text: string) => text.replace(/(.)="/, (_all, last: string) => `${withSpareBits(last)}="`),
  ],
  ['no current key', (text: string) => text.replace(/"current": "[^"]+"/, '"current": "xxxxxxxx"')],
])('a secrets file with %s is rejected, and the error does not quote it', async (_what, damage) => {
  const { database, file } = await aClosedDatabase();
  const text = fs.readFileSync(file, 'utf8');
  fs.writeFileSync(file, damage(text));
  const error = await openStore({ database }).catch((refusal) => refusal);
  expect(error).toMatchObject({ name: 'SecretsError', reason: 'file_malformed' });
  const [, key = ''] = /"key": "([^"]+)"/.exec(text) ?? [];
  expect(String(error.stack)).not.toContain(key.slice(8));
  expect(String(error.stack)).not.toContain('secret}');
});

test('a PostgreSQL database requires the path of its secrets file', async () => {
  await expect(openStore({ database: 'postgres://127.0.0.1:1/none' })).rejects.toMatchObject({
    reason: 'file_unnamed',
  });
});
