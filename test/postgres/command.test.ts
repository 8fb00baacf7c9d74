import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { argumentsOf, temporaryDatabase, temporaryFolder } from '../server/store/temporary-store.ts';
import { runCommand, serveInChild } from '../support/command/run-command.ts';
import { logIn } from '../support/http/call-operations.ts';
import { tamper } from '../support/server/database.ts';

test('the password of the database is in no log, no banner and no list of processes', async () => {
  const place = await temporaryDatabase();
  const { password } = new URL(place.database);
  const server = await serveInChild(['--demo', ...argumentsOf(place)], { cwd: temporaryFolder() });
  await server.says('Log in, generate a key');
  expect(server.stderr()).toContain('the password in --database postgres://keeper@127.0.0.1');
  if (process.platform === 'linux')
    expect(readFileSync(`/proc/${server.process.pid}/cmdline`, 'utf8')).not.toContain(password);
  server.signal('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(server.stdout() + server.stderr()).not.toContain(password);
});

test('a URL in the environment and a password in PGPASSWORD are used without a warning', async () => {
  const { database, secrets } = await temporaryDatabase();
  const url = new URL(database);
  const { password } = url;
  url.password = '';
  const env = { ACCOUNT_ACCESS_SECRETS: secrets, ACCOUNT_ACCESS_DATABASE: url.href, PGPASSWORD: password };
  const server = await serveInChild([], { env });
  expect((await logIn(server, { identity: 'nobody@example.com' })).reason).toBe('password_required');
  expect(server.stderr()).not.toContain('warning');
});

test('reports in one line why a command cannot reach the database, with exit code 2', async () => {
  const { database } = await temporaryDatabase();
  const url = new URL(database);
  url.pathname += '_gone';
  const env = { ACCOUNT_ACCESS_DATABASE: url.href, ACCOUNT_ACCESS_SECRETS: '/nowhere' };
  const command = runCommand(['accounts', 'list'], { env });
  expect(await command.ended).toBe(2);
  expect(command.stderr()).toMatch(/^error: there is no database postgres:\/\/keeper@[^\n]+\n$/);
});

test('reports in one line a database that fails during a command, with exit code 1', async () => {
  const { database, secrets } = await temporaryDatabase();
  const name = new URL(database).pathname.slice(1);
  await tamper(database, `alter database ${name} set default_transaction_read_only = on`);
  const env = { ACCOUNT_ACCESS_DATABASE: database, ACCOUNT_ACCESS_SECRETS: secrets };
  const command = runCommand(['accounts', 'list'], { env });
  expect(await command.ended).toBe(1);
  expect(command.stderr()).toMatch(
    /^error: the database cannot be used: [^\n]+ in a read-only transaction\n$/m,
  );
});
