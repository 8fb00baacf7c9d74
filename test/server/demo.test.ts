import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { demoAccounts } from '../../server/config/demo-accounts.ts';
import { commandLine } from '../bin/support/in-process.ts';
import { serveInChild } from '../support/command/run-command.ts';
import { inspect, temporaryFolder } from '../support/server/database.ts';
import { addPerson } from '../support/server/people.ts';
import { startTestServer } from '../support/server/test-server.ts';

const aDatabase = () => join(temporaryFolder(), 'data', 'test.db');
const { plain, mfa } = demoAccounts;

test('prints its accounts, and three lines that log in, generate a key and revoke it when pasted into bash', async () => {
  const server = await serveInChild(['--demo'], { cwd: temporaryFolder() });
  // What it prints last.
  await server.says('Test it against the contract');
  expect(server.stderr()).toContain('./data/demo.db');
  for (const text of [
    plain.identity,
    plain.password,
    mfa.identity,
    mfa.password,
    mfa.mfa.totpSecret,
  ])
    expect(server.stdout()).toContain(text);
  const lines = server
    .stdout()
    .split('\n')
    .filter((line) => line.includes('curl'));
  expect(lines).toHaveLength(3);
  const { stdout } = await promisify(execFile)('bash', ['--norc', '-c', lines.join('\n')]);
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

test('the demo has no rate limits', async () => {
  const { stdout } = await commandLine(['serve', '--demo', '--print-config']);
  expect(parse(stdout)).toMatchObject({ port: 8080 });
  expect(parse(stdout)).not.toHaveProperty('rateLimits');
});

test('a database with demo accounts is not served without --demo', async () => {
  const database = aDatabase();
  await (await startTestServer({ config: { database }, demo: true })).close();
  const { code, stderr } = await commandLine(['serve', '--port', '0', '--database', database]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^error: the database has the demo account [^\n]+\n$/);
});

test('a database with real accounts is not served with --demo, and does not change', async () => {
  const database = aDatabase();
  const server = await startTestServer({ config: { database } });
  const { identity } = await addPerson(server);
  await server.close();
  const { code, stderr } = await commandLine([
    'serve',
    '--demo',
    '--port',
    '0',
    '--database',
    database,
  ]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^error: the database has real accounts[^\n]+\n$/);

  expect(await inspect(database, 'select identity from accounts')).toEqual([{ identity }]);
});
