import { once } from 'node:events';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { defaultConfig } from '../../../server/config/config.ts';
import { problemsOf } from '../../../server/config/config-layers.ts';
import type { Child } from '../../support/command/child-process.ts';
import { runCommand, serveInChild, urlIn } from '../../support/command/run-command.ts';
import { logIn, paths } from '../../support/http/call-operations.ts';
import { openConnection } from '../../support/http/raw-connection.ts';
import { validateResponse } from '../../support/http/validate-response.ts';
import { temporaryFolder } from '../store/temporary-store.ts';

/** Its messages, without those of a first start. */
const complaints = (child: Child) => child.stderr().replace(/^\{.*created the secrets file.*\n/, '');

const aDatabase = () => join(temporaryFolder(), 'data', 'test.db');

test('--help lists every flag with its environment variable, and shows examples', async () => {
  const child = runCommand(['serve', '--help']);
  expect(await child.ended).toBe(0);
  const words = ['--port', '--host', '--database', '--demo', 'ACCOUNT_ACCESS_PORT', 'ACCOUNT_ACCESS_HOST'];
  for (const word of [
    ...words,
    'ACCOUNT_ACCESS_DATABASE',
    '--secrets',
    'ACCOUNT_ACCESS_SECRETS',
    '--trust-proxy',
    'ACCOUNT_ACCESS_TRUST_PROXY',
    'Examples:',
    'SIGTERM',
    '127.0.0.1',
    '8080',
  ])
    expect(child.stdout()).toContain(word);
  expect(child.stderr()).toBe('');
});

const refusals: [string, { args?: string[]; env?: Record<string, string> }, RegExp][] = [
  ['an unknown flag', { args: ['--prot', '80'] }, /unknown option '--prot'/],
  ['a word too many', { args: ['now'] }, /too many arguments/],
  ['a flag without its value', { args: ['--port'] }, /--port.*missing/],
  ['a port that is no number', { args: ['--port', 'http'] }, /--port.*whole number from 0 to 65535/],
  ['a port with a sign', { args: ['--port=-1'] }, /whole number from 0 to 65535/],
  ['a port that does not exist', { args: ['--port', '65536'] }, /whole number from 0 to 65535/],
  [
    'a wrong port in the environment',
    { env: { ACCOUNT_ACCESS_PORT: 'x' } },
    /ACCOUNT_ACCESS_PORT.*whole number/,
  ],
  ['hops that are no number', { args: ['--trust-proxy', 'yes'] }, /--trust-proxy.*whole number from 0 to 99/],
  [
    'an address of another machine',
    { args: ['--port', '0', '--host', '192.0.2.1', '--behind-proxy'] },
    /192\.0\.2\.1.*--host/,
  ],
];

test.each(refusals)(
  'reports %s in one line, with exit code 2',
  async (_case, { args = [], env = {} }, message) => {
    const database = aDatabase();
    const child = runCommand(['serve', ...args], { env: { ACCOUNT_ACCESS_DATABASE: database, ...env } });
    expect(await child.ended).toBe(2);
    expect(complaints(child)).toMatch(message);
    expect(complaints(child)).toMatch(/^error: [^\n]+\n$/);
    expect(child.stdout()).toBe('');
  },
);

test('plain HTTP off the loopback is rejected before anything is created', async () => {
  const database = aDatabase();
  const child = runCommand(['serve', '--host', '0.0.0.0', '--port', '0', '--database', database]);
  expect(await child.ended).toBe(2);
  expect(child.stderr()).toMatch(
    /^error: passwords would cross the network unencrypted [^\n]+--behind-proxy[^\n]+\n$/,
  );
  expect(existsSync(database)).toBe(false);
});

test('a file configures what flags do not, and the result is printed as a configuration file', async () => {
  const config = join(temporaryFolder(), 'config.yaml');
  writeFileSync(
    config,
    'port: 9000\nhost: "::1"\nlimits: { bodyBytes: 2048 }\nrateLimits: { requestsPerMinute: { login: 7 } }\n',
  );
  const flags = ['--port', '9001', '--cors-origin', 'https://a.example', '--internal', '--database', 'x.db'];
  const child = runCommand(['serve', '--config', config, ...flags, '--print-config']);
  expect(await child.ended).toBe(0);
  const printed = parse(child.stdout());
  expect(printed).toMatchObject({
    ...{ host: '::1', port: 9001, database: 'x.db', corsOrigins: ['https://a.example'] },
    limits: { bodyBytes: 2048, uriBytes: 2048 },
    rateLimits: { requestsPerMinute: { login: 7, revokeApiKey: 120 } },
    internal: { listen: '127.0.0.1:8081' },
  });
  expect(problemsOf(printed)).toEqual([]);
});

test('reports every error of a file at once, each with its place', async () => {
  const config = join(temporaryFolder(), 'config.yaml');
  writeFileSync(config, 'prot: 80\nlimits: { bodyBytes: many }\ncorsOrigins: ["https://*"]\n');
  const child = runCommand(['serve', '--config', config, '--database', aDatabase()]);
  expect(await child.ended).toBe(2);
  for (const message of [
    '"prot" is not a known field',
    'limits.bodyBytes: must be integer',
    'corsOrigins.0: must be an origin',
  ])
    expect(child.stderr()).toContain(message);
  expect(child.stderr()).toMatch(/^error: [^\n]+\n$/);
});

test.each([
  ['no option', [], {}, true],
  ['--no-docs', ['--no-docs'], {}, false],
  ['the environment', [], { ACCOUNT_ACCESS_NO_DOCS: '1' }, false],
  ['a file', ['--config', 'FILE'], {}, false],
])('with %s the docs are switched on or off', async (_what, args, env, docs) => {
  const file = join(temporaryFolder(), 'config.yaml');
  writeFileSync(file, 'docs: false\n');
  const given = args.map((arg) => (arg === 'FILE' ? file : arg));
  const child = runCommand(['serve', ...given, '--print-config'], { env });
  expect(await child.ended).toBe(0);
  expect(parse(child.stdout())).toMatchObject({ docs });
});

test('everything that has a default can be configured', () => {
  expect(problemsOf(JSON.parse(JSON.stringify(defaultConfig)))).toEqual([]);
});

test('a second signal ends it at once, with requests running', async () => {
  const server = await serveInChild(['--database', aDatabase(), '--drain-delay', '60']);
  server.signal('SIGTERM');
  await server.says('stopping');
  server.signal('SIGTERM');
  expect(await server.ended).toBe(143);
});

test('reports a port in use in one line, with exit code 2', async () => {
  const holder = createServer();
  await once(holder.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void holder.close());
  // A server that listens on a port has an address of this kind.
  const { port } = holder.address() as AddressInfo;
  const child = runCommand(['serve', '--port', String(port), '--database', aDatabase()]);
  expect(await child.ended).toBe(2);
  expect(complaints(child)).toMatch(
    new RegExp(`^error: cannot listen on 127\\.0\\.0\\.1 port ${port}: [^\\n]+\\n$`),
  );
});

test('reports a file that is no database in one line, with exit code 2', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), 'no database, and longer than its header of a hundred bytes'.repeat(3));
  mkdirSync(join(folder, 'folder'));
  const refuse = async (name: string) => {
    const child = runCommand(['serve', '--port', '0', '--database', join(folder, name)]);
    expect(await child.ended).toBe(2);
    expect(child.stderr()).toMatch(/^error: [^\n]+\n$/);
    expect(child.stderr()).toContain(folder);
  };
  await Promise.all(['file', 'folder', 'file/below.db'].map(refuse));
});

test('by default it listens only on the loopback, says so in JSON, and makes its database private', async () => {
  const database = aDatabase();
  const server = await serveInChild(['--database', database]);
  expect(new URL(server.url).hostname).toBe('127.0.0.1');
  await logIn(server, {});
  await server.says('"response sent"');
  for (const line of server.stderr().trimEnd().split('\n'))
    expect(JSON.parse(line)).toHaveProperty('level', line.includes('created the secrets file') ? 40 : 30);
  expect(server.stdout()).toBe('');
  for (const file of [database, `${database}.secrets`]) expect(statSync(file).mode & 0o077).toBe(0);
});

test('flags override the environment', async () => {
  const database = aDatabase();
  const env = {
    ACCOUNT_ACCESS_PORT: 'x',
    ACCOUNT_ACCESS_HOST: 'localhost',
    ACCOUNT_ACCESS_DATABASE: database,
  };
  const first = runCommand(['serve', '--port', '0', '--host', '127.0.0.1'], {
    env: { ...env, ACCOUNT_ACCESS_PORT: '1' },
  });
  const second = runCommand(['serve'], {
    env: { ...env, ACCOUNT_ACCESS_PORT: '0', ACCOUNT_ACCESS_HOST: '::1' },
  });
  await Promise.all([first.says('"listening"'), second.says('"listening"')]);
  expect(urlIn(first)).toMatch(/^http:\/\/127\.0\.0\.1:(?!1$)/);
  expect(first.stderr()).toContain(database);
  expect(new URL(urlIn(second)).hostname).toBe('[::1]');
});

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s lets a request under way finish, then ends with 0',
  async (signal) => {
    const config = join(temporaryFolder(), 'config.yaml');
    // However slow the machine is, the request is not cut off.
    writeFileSync(config, 'drainMs: 300000\nlimits: { requestTimeoutMs: 300000 }\n');
    const server = await serveInChild(['--config', config, '--database', aDatabase()]);
    const [busy, idle] = [openConnection(server.port), openConnection(server.port)];
    onTestFinished(() => {
      busy.close();
      idle.close();
    });
    idle.write(`GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await idle.read();
    const head = `POST ${paths.login} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;
    busy.write(`${head}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n`);
    expect((await busy.read()).status).toBe(100);

    server.signal(signal);
    await server.says('stopping');
    await idle.closed;
    await expect(logIn(server, {})).rejects.toThrow();
    busy.write('{}');
    expect(validateResponse(await busy.read()).reason).toBe('validation_failed');
    expect(await server.ended).toBe(0);
  },
);
