import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { demoAccounts } from '../../server/config/demo-accounts.ts';
import { runProgram } from '../support/command/child-process.ts';
import { runCommand, serveInChild } from '../support/command/run-command.ts';
import { generate, logIn, tokenOf } from '../support/http/call-operations.ts';
import { listenForTest } from '../support/http/listen-for-test.ts';
import { temporaryFile, temporaryFolder } from '../support/server/database.ts';
import { setVariables } from '../support/set-variables.ts';
import { commandLine } from './support/in-process.ts';
import { aDatabase, aDatabaseWithAna, ana, password } from './support/on-database.ts';

async function printedConfig(...args: readonly string[]) {
  const { stdout, stderr, code } = await commandLine(['serve', ...args, '--print-config']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return parse(stdout);
}

test.each<[string, string[], RegExp, Record<string, string>?]>([
  ['an unknown option', ['--prot', '80'], /unknown option '--prot'/],
  ['a word too many', ['now'], /too many arguments/],
  ['a port that is no number', ['--port', 'http'], /--port.*whole number from 0 to 65535/],
  ['a port that does not exist', ['--port', '65536'], /whole number from 0 to 65535/],
  ['a wrong port in the environment', [], /ACCOUNT_ACCESS_PORT/, { ACCOUNT_ACCESS_PORT: 'x' }],
  ['an origin with a path', ['--cors-origin', 'https://a.example/b'], /Give an origin/],
  ['plain HTTP for other machines', ['--host', '0.0.0.0'], /plain HTTP.*--trust-proxy/],
  ['an internal address without a port', ['--internal', 'localhost'], /is not host:port/],
  ['a file that is not there', ['--config', '/no/such.yaml'], /no such file/],
])(
  'reports %s, with exit code 2, and makes nothing',
  async (_what, args, message, variables = {}) => {
    const { database } = aDatabase();
    setVariables({ ACCOUNT_ACCESS_PORT: '0', ACCOUNT_ACCESS_DATABASE: database, ...variables });
    const { stdout, stderr, code } = await commandLine(['serve', ...args]);
    expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^error: /);
    expect(existsSync(dirname(database))).toBe(false);
  },
);

test.each(['--port', '--internal'])('a taken port of %s leaves nothing behind', async (option) => {
  const { database } = aDatabase();
  const port = await listenForTest(createServer());
  const address = option === '--port' ? String(port) : `127.0.0.1:${port}`;
  const free = option === '--port' ? [] : ['--port', '0'];
  const child = runCommand(['serve', '--database', database, ...free, option, address]);
  expect(await child.ended).toBe(2);
  expect(child.stderr()).toMatch(
    new RegExp(`^error: [^\\n]*${port}[^\\n]*Nothing was changed\\.\\n$`),
  );
  expect(existsSync(dirname(database))).toBe(false);
});

test('the mock says that its port is taken, and what to do', async () => {
  const port = await listenForTest(createServer());
  const mock = runCommand(['mock', '--port', String(port)]);
  expect(await mock.ended).toBe(2);
  expect(mock.stderr()).toMatch(/^error: cannot listen .* the port is taken; choose another .*\n$/);
});

test('options override the environment, which overrides the file, which overrides the defaults', async () => {
  const config = temporaryFile(
    'config.yaml',
    'port: 1\nhost: "::1"\nmaximumKeys: 3\ndocs: false\n',
  );
  setVariables({ ACCOUNT_ACCESS_PORT: '2', ACCOUNT_ACCESS_HOST: 'localhost' });
  expect(await printedConfig('--config', config, '--port', '3')).toMatchObject({
    port: 3,
    host: 'localhost',
    maximumKeys: 3,
    docs: false,
    tokenLifetimeSeconds: 3600,
    corsOrigins: [],
    rateLimits: true,
  });
});

test('the printed configuration can be used as a file', async () => {
  const { stdout } = await commandLine(['serve', '--internal', '--no-docs', '--print-config']);
  const file = temporaryFile('config.yaml', stdout);
  expect(await printedConfig('--config', file)).toEqual(parse(stdout));
});

test('the printed configuration does not show the password of the database', async () => {
  setVariables({ ACCOUNT_ACCESS_DATABASE: 'postgres://ana:S3CRET@db.example/a?password=S3CRET' });
  expect(await printedConfig()).toMatchObject({ database: 'postgres://ana@db.example/a' });
});

test('reports every error of a file at once, each with its place', async () => {
  const text = 'prot: 80\nmaximumKeys: x\ncorsOrigins: ["https://a.example/b"]\n';
  const { stderr, code } = await commandLine(['serve', '--config', temporaryFile('c.yaml', text)]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^error: [^\n]+\n$/);
  for (const place of ['"prot" is not a known field', 'maximumKeys: ', 'corsOrigins.0: '])
    expect(stderr).toContain(place);
});

test('listens on the loopback, keeps its files private, and logs a line for each request', async () => {
  const { database } = await aDatabaseWithAna();
  const server = await serveInChild(['--database', database]);
  expect(new URL(server.url).hostname).toBe('127.0.0.1');
  const token = await tokenOf(server, { identity: ana, password });
  const { data } = await generate(server, token);
  await server.says('"operation":"generateApiKey"');

  server.signal('SIGTERM');
  expect(await server.ended).toBe(0);
  const lines = server
    .stderr()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ msg, operation, status }) => ({ msg, operation, status }))).toEqual([
    { msg: 'listening' },
    { msg: 'response sent', operation: 'login', status: 200 },
    { msg: 'response sent', operation: 'generateApiKey', status: 200 },
    { msg: 'stopping after the requests in progress' },
  ]);
  for (const secret of [token, String(data?.api_key ?? data?.key), password, ana])
    expect(server.stderr()).not.toContain(secret);
  for (const file of [database, `${database}.key`]) expect(statSync(file).mode & 0o077).toBe(0);
});

test('says when there are no accounts', async () => {
  const { database } = aDatabase();
  const server = await serveInChild(['--database', database]);
  expect(server.stderr()).toContain('nobody can log in yet');
});

test('a second signal ends it at once', async () => {
  const { database } = aDatabase();
  const server = await serveInChild(['--database', database, '--drain-delay', '60']);
  server.signal('SIGTERM');
  await server.says('stopping');
  server.signal('SIGTERM');
  expect(await server.ended).toBe(143);
});

test('keeps serving when its log cannot be written', async () => {
  const { database } = await aDatabaseWithAna();
  const args = ['serve', '--port', '0', '--json', '--database', database];
  const runBy = ['sh', '-c', 'exec "$@" 2> /dev/full', 'sh'];
  const server = runCommand(args, { runBy });
  const said = await server.says(/"url":"[^"]+"/);
  const url = said.slice(7, -1);
  const listening = { port: Number(new URL(url).port) };
  for (let request = 0; request < 3; request += 1)
    expect(await logIn(listening, { identity: ana, password })).toMatchObject({ httpStatus: 200 });
  server.signal('SIGTERM');
  expect(await server.ended).toBe(0);
});

test('with --json, prints a line with its addresses', async () => {
  const { database } = aDatabase();
  const args = ['serve', '--port', '0', '--internal', '127.0.0.1:0', '--json'];
  const server = runCommand([...args, '--database', database]);
  await server.says('"demo"');
  expect(JSON.parse(server.stdout())).toEqual({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    internal: {
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      credential_file: `${database}.internal-credential`,
    },
    database,
    demo: null,
  });
});

test('a demo prints lines to paste that work, and pages of any origin may call it', async () => {
  const folder = temporaryFolder();
  const server = runCommand(['serve', '--demo', '--port', '0'], { cwd: folder });
  await server.says('--profile data/demo-profile.yaml');
  const lines = server
    .stdout()
    .split('\n')
    .filter((line) => /curl/.test(line));
  const pasted = await runProgram(['sh', '-c', lines.join('\n')]);
  expect(pasted).toMatchObject({ code: 0, stderr: '' });
  const codes = pasted.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).code);
  expect(codes).toHaveLength(3);
  expect(new Set(codes).size).toBe(1);

  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(server.stdout()) ?? [];
  const { headers } = await fetch(`${url}/v1/auth/login`, {
    method: 'POST',
    headers: { Origin: 'https://page.example' },
  });
  expect(headers.get('access-control-allow-origin')).toBe('https://page.example');

  const profile = parse(readFileSync(join(folder, 'data/demo-profile.yaml'), 'utf8'));
  expect(profile.fixtures.account.identity).toBe(demoAccounts.plain.identity);
});

test('a demo restores its accounts, and keeps their keys', async () => {
  const { database, run, open } = aDatabase();
  const serveDemo = async () => {
    const server = await serveInChild(['--demo', '--database', database]);
    const { identity, password } = demoAccounts.plain;
    const login = await logIn(server, { identity, password });
    server.signal('SIGTERM');
    await server.ended;
    return login.httpStatus;
  };
  expect(await serveDemo()).toBe(200);
  const store = await open();
  const before = await store.accounts.list();
  await run('accounts set-password', [demoAccounts.plain.identity], { input: `${password}\n` });
  await run('accounts disable', [demoAccounts.mfa.identity]);

  expect(await serveDemo()).toBe(200);
  const after = await store.accounts.list();
  const stateOf = ({ id, disabled }: { id: string; disabled: boolean }) => ({ id, disabled });
  expect(after.map(stateOf)).toEqual(before.map(stateOf));
});

test('a demo refuses real accounts, and the service refuses demo accounts', async () => {
  const real = await aDatabaseWithAna();
  const demo = runCommand(['serve', '--demo', '--port', '0', '--database', real.database]);
  expect(await demo.ended).toBe(2);
  expect(demo.stderr()).toContain(`${real.database} has real accounts`);
  expect(await (await real.open()).accounts.list()).toHaveLength(1);

  const { database } = aDatabase();
  const first = await serveInChild(['--demo', '--database', database]);
  first.signal('SIGTERM');
  await first.ended;
  const service = runCommand(['serve', '--port', '0', '--database', database]);
  expect(await service.ended).toBe(2);
  expect(service.stderr()).toContain(`${database} has the demo account`);
});
