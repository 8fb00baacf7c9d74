import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { demoAccounts } from '../../server/config/demo-accounts.ts';
import { openStore } from '../../server/store/open-store.ts';
import { runCommand, serveInChild } from '../support/command/run-command.ts';
import { generate, logIn, revoke, textIn, tokenOf } from '../support/http/call-operations.ts';
import { addPerson, credentialsOf } from '../support/server/people.ts';
import { startTestServer } from '../support/server/test-server.ts';
import { temporaryFolder } from './store/temporary-store.ts';

const aDatabase = () => join(temporaryFolder(), 'data', 'test.db');

async function demo(database: string) {
  const server = await serveInChild(['--demo', '--database', database]);
  // What it prints last.
  await server.says('Test it against the contract');
  return server;
}

const { plain, mfa, second, disabled } = demoAccounts;

test('the three printed lines, pasted into bash, log in, generate a key and revoke it', async () => {
  const server = await demo(aDatabase());
  const lines = server
    .stdout()
    .split('\n')
    .filter((line) => line.includes('curl'));
  expect(lines).toHaveLength(3);
  const { stdout } = await promisify(execFile)('bash', ['-c', lines.join('\n')]);
  const envelopes = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(envelopes).toMatchObject([
    { status: { code: 200, message: 'OK' }, data: { nickname: plain.nickname } },
    { status: { code: 200, message: 'OK' }, data: { description: 'My first key' } },
    { status: { code: 200, message: 'OK' }, data: { message: 'API key revoked' } },
  ]);
  expect(envelopes[2].data.id).toBe(envelopes[1].data.id);
});

test('the accounts in the banner can log in', async () => {
  const server = await demo(aDatabase());
  for (const { identity, password } of [plain, mfa]) {
    expect(server.stdout()).toContain(identity);
    expect(server.stdout()).toContain(password);
  }
  expect(server.stdout()).toContain(mfa.mfa.totpSecret);
  expect(server.stdout()).toContain(server.url);

  const credentials = ({ identity, password }: typeof plain | typeof second) => ({ identity, password });
  expect((await logIn(server, credentials(plain))).data?.mfa_enabled).toBe(false);
  expect((await logIn(server, credentials(second))).httpStatus).toBe(200);
  const { identity, password } = mfa;
  expect((await logIn(server, { identity, password })).reason).toBe('otp_required');
  const [otp] = mfa.mfa.recoveryCodes;
  expect((await logIn(server, { identity, password, otp })).data?.mfa_enabled).toBe(true);
  const { identity: off, password: word } = disabled;
  expect((await logIn(server, { identity: off, password: word })).reason).toBe('invalid_credentials');
});

test('starting the demo again keeps accounts, tokens and keys', async () => {
  const database = aDatabase();
  const credentials = { identity: plain.identity, password: plain.password };
  const before = await demo(database);
  const login = await logIn(before, credentials);
  const token = textIn(login, 'access_token');
  const id = textIn(await generate(before, token), 'id');
  before.signal('SIGTERM');
  expect(await before.ended).toBe(0);

  const after = await demo(database);
  expect((await revoke(after, token, id)).data?.id).toBe(id);
  expect((await logIn(after, credentials)).data?.me_id).toBe(login.data?.me_id);
});

test('without --demo there are no demo accounts', async () => {
  const database = aDatabase();
  const server = await serveInChild(['--database', database]);
  for (const { identity, password } of Object.values(demoAccounts))
    expect((await logIn(server, { identity, password })).reason).toBe('invalid_credentials');
  expect(server.stdout()).toBe('');
  server.signal('SIGTERM');
  expect(await server.ended).toBe(0);
  const store = await openStore({ database });
  expect(await store.accounts.list()).toEqual([]);
  await store.close();
});

test('a database with demo accounts is not served without --demo', async () => {
  const database = aDatabase();
  const server = await startTestServer({ config: { database }, demo: true });
  await server.close();
  const refused = runCommand(['serve', '--port', '0', '--database', database]);
  expect(await refused.ended).toBe(2);
  expect(refused.stderr()).toMatch(/^error: the database has the demo account [^\n]+\n$/);
});

test('a database with real accounts is not served with --demo, and does not change', async () => {
  const database = aDatabase();
  const server = await startTestServer({ config: { database } });
  const person = await addPerson(server);
  await tokenOf(server, credentialsOf(person));
  await server.close();
  const refused = runCommand(['serve', '--demo', '--port', '0', '--database', database]);
  expect(await refused.ended).toBe(2);
  expect(refused.stderr()).toMatch(/^error: the database has real accounts[^\n]+\n$/);

  const store = await openStore({ database });
  expect((await store.accounts.list()).map(({ identity }) => identity)).toEqual([person.identity]);
  await store.close();
});

test('the demo uses its own database by default', async () => {
  const cwd = temporaryFolder();
  const server = await serveInChild(['--demo'], { cwd });
  expect(server.stderr()).toContain('./data/demo.db');
  expect((await logIn(server, { identity: plain.identity, password: plain.password })).httpStatus).toBe(200);
});
