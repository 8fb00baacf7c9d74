import { existsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { defaultConfig } from '../../../server/config/config.ts';
import { problemsOf } from '../../../server/config/config-layers.ts';
import { demoAccounts } from '../../../server/config/demo-accounts.ts';
import { commandLine } from '../../bin/support/in-process.ts';
import { preloadScript, runCommand, serveInChild } from '../../support/command/run-command.ts';
import { logIn } from '../../support/http/call-operations.ts';
import { listenForTest } from '../../support/http/listen-for-test.ts';
import { temporaryFile, temporaryFolder } from '../../support/server/database.ts';
import { setVariables } from '../../support/set-variables.ts';

const aDatabase = () => join(temporaryFolder(), 'data', 'test.db');

const configFile = (text: string) => temporaryFile('config.yaml', text);

async function printConfig(...args: readonly string[]) {
  const { stdout, stderr, code } = await commandLine(['serve', ...args, '--print-config']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return parse(stdout);
}

test.each<[string, string[], RegExp, Record<string, string>?]>([
  ['an unknown flag', ['--prot', '80'], /unknown option '--prot'/],
  ['a word too many', ['now'], /too many arguments/],
  ['a flag without its value', ['--port'], /--port.*missing/],
  ['a port that is no number', ['--port', 'http'], /--port.*whole number from 0 to 65535/],
  ['a port with a sign', ['--port=-1'], /whole number from 0 to 65535/],
  ['a port that does not exist', ['--port', '65536'], /whole number from 0 to 65535/],
  [
    'a wrong port in the environment',
    [],
    /ACCOUNT_ACCESS_PORT.*whole number/,
    { ACCOUNT_ACCESS_PORT: 'x' },
  ],
  ['hops that are no number', ['--trust-proxy', 'yes'], /--trust-proxy.*whole number from 0 to 99/],
  [
    'plain HTTP for other machines',
    ['--host', '0.0.0.0'],
    /would cross the network unenc.*--behind-proxy/,
  ],
])(
  'reports %s in one line, with exit code 2, and creates nothing',
  async (_case, args, message, variables = {}) => {
    const database = aDatabase();
    setVariables({ ACCOUNT_ACCESS_DATABASE: database, ...variables });
    const { stdout, stderr, code } = await commandLine(['serve', ...args]);
    expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^error: [^\n]+\n$/);
    expect(existsSync(database)).toBe(false);
  },
);

test.each([
  [
    'postgres://ana:S3CRET@db.example/a?sslmode=verify-full&password=S3CRET&CRET',
    'postgres://ana@db.example/a?sslmode=verify-full',
  ],
  [
    'postgres:///a?host=/run/postgresql&sslkey=%2Fmy%20ca&user=a%40b',
    'postgres:///a?host=/run/postgresql&sslkey=%2Fmy%20ca&user=a%40b',
  ],
])(
  'the database is printed with its parameters, and without a password (%#)',
  async (database, printed) => {
    setVariables({ ACCOUNT_ACCESS_DATABASE: database, ACCOUNT_ACCESS_SECRETS: 'a.secrets' });
    expect(await printConfig()).toMatchObject({ database: printed });
  },
);

test('a file configures what flags do not, and the result is printed as a configuration file', async () => {
  const config = configFile(
    'port: 9000\nhost: "::1"\nlimits: { bodyBytes: 2048 }\nrateLimits: { requestsPerMinute: { login: 7 } }\n',
  );
  const flags = [
    '--port',
    '9001',
    '--cors-origin',
    'https://a.example',
    '--internal',
    '--database',
    'x.db',
  ];
  const printed = await printConfig('--config', config, ...flags);
  expect(printed).toMatchObject({
    ...{ host: '::1', port: 9001, database: 'x.db', corsOrigins: ['https://a.example'] },
    limits: { bodyBytes: 2048, uriBytes: 2048 },
    rateLimits: { requestsPerMinute: { login: 7, revokeApiKey: 120 } },
    internal: { listen: '127.0.0.1:8081' },
  });
  expect(problemsOf(printed)).toEqual([]);
});

test('flags override the environment, whose empty variables count as unset', async () => {
  const empty = { ACCOUNT_ACCESS_SECRETS: '', ACCOUNT_ACCESS_DATABASE: '' };
  const host = 'localhost';
  setVariables({
    ACCOUNT_ACCESS_PORT: '1',
    ACCOUNT_ACCESS_HOST: host,
    ACCOUNT_ACCESS_TRUST_PROXY: '2',
    ...empty,
  });
  const database = './data/account-access.db';
  expect(await printConfig()).toMatchObject({ port: 1, host, trustedHops: 2, database });
  expect(
    await printConfig('--port', '0', '--host', '127.0.0.1', '--trust-proxy', '3'),
  ).toMatchObject({
    ...{ port: 0, host: '127.0.0.1', trustedHops: 3 },
  });
});

test('defaults that follow from other settings are comments, and still follow when the output is used as a file', async () => {
  const print = async (...args: string[]) =>
    (await commandLine(['serve', ...args, '--print-config'])).stdout;
  const plain = await print();
  expect(plain).toMatch(/\n# limits:\n# +connectionsPerNetwork: 256\n(# .*\n)+# trustedHops: 0\n$/);
  const proxied = await print('--config', configFile(plain), '--behind-proxy');
  expect(proxied).toMatch(
    /\n# limits:\n# +connectionsPerNetwork: 10000\n(# .*\n)+# trustedHops: 1\n$/,
  );
  const set = {
    limits: { connectionsPerNetwork: 9 },
    hashing: { atOnce: 1, waiting: 9 },
    trustedHops: 2,
  };
  expect(await printConfig('--config', configFile(JSON.stringify(set)))).toMatchObject(set);
});

test('the internal listener may have a socket', async () => {
  const listen = 'unix:/run/account-access/internal.sock';
  expect(await printConfig('--internal', listen)).toMatchObject({ internal: { listen } });
});

test('where the system allows few open files, fewer connections are allowed', async () => {
  const limited = ['prlimit', '--nofile=400:400'];
  const server = await serveInChild(['--database', aDatabase()], { runBy: limited });
  expect(server.stderr()).toContain('"connections":300,');
});

test('the docs are switched off by a flag or a file', async () => {
  expect(await printConfig()).toMatchObject({ docs: true });
  expect(await printConfig('--no-docs')).toMatchObject({ docs: false });
  expect(await printConfig('--config', configFile('docs: false\n'))).toMatchObject({ docs: false });
});

test('reports every error of a file at once, each with its place', async () => {
  const config = configFile(
    'prot: 80\nmaximumKeys: 1e30\nlimits: { bodyBytes: x }\ncorsOrigins: ["*", "https://a.example:443"]\n',
  );
  const { stderr, code } = await commandLine(['serve', '--config', config]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^error: [^\n]+\n$/);
  for (const message of [
    '"prot" is not a known field',
    'limits.bodyBytes: must be integer',
    'maximumKeys: must be <= 2147483647',
    'corsOrigins.0: must be an origin',
    'corsOrigins.1: must be an origin',
  ])
    expect(stderr).toContain(message);
  const unquoted = await commandLine([
    'serve',
    '--config',
    configFile('corsOrigins: [*.example.com]\n'),
  ]);
  expect(unquoted).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/: Unresolved alias[^\n]+\n$/),
  });
});

test('everything that has a default can be configured', () => {
  expect(problemsOf(JSON.parse(JSON.stringify(defaultConfig)))).toEqual([]);
});

test('reports a port in use in one line, with exit code 2', async () => {
  const port = await listenForTest(createServer());
  const child = runCommand(['serve', '--port', String(port), '--database', aDatabase()]);
  expect(await child.ended).toBe(2);
  expect(child.stderr()).toMatch(
    new RegExp(`^(\\{.*\\}\n)*error: cannot listen on 127\\.0\\.0\\.1 port ${port}: [^\\n]+\\n$`),
  );
});

test('as many passwords are hashed at once as there are threads', async () => {
  const child = runCommand(['serve', '--print-config'], { env: { UV_THREADPOOL_SIZE: '1' } });
  expect(await child.ended).toBe(0);
  expect(child.stdout()).toContain('# hashing:\n#   atOnce: 1\n#   waiting: 16\n');
});

const hangsUpEarly = preloadScript(`import { Server } from 'node:net';
  const { listen } = Server.prototype;
  Server.prototype.listen = function (...args) {
    process.kill(process.pid, 'SIGHUP');
    return listen.apply(this, args);
  };`);

test('by default it listens only on the loopback, logs JSON, has a private database and no demo accounts, SIGHUP does not end it while it starts, and SIGINT stops it', async () => {
  const database = aDatabase();
  const server = await serveInChild(['--database', database], { env: hangsUpEarly });
  await server.says('read the secrets file again');
  expect(new URL(server.url).hostname).toBe('127.0.0.1');
  for (const { identity, password } of Object.values(demoAccounts))
    expect((await logIn(server, { identity, password })).reason).toBe('invalid_credentials');
  await server.says('"response sent"');
  for (const file of [database, `${database}.secrets`]) expect(statSync(file).mode & 0o077).toBe(0);
  server.signal('SIGUSR1');
  server.signal('SIGINT');
  expect(await server.ended).toBe(0);
  const warnings = /created the secrets file|there are no accounts, so nobody can log in/;
  for (const line of server.stderr().trimEnd().split('\n'))
    expect(JSON.parse(line)).toHaveProperty('level', warnings.test(line) ? 40 : 30);
  expect(server.stderr()).toContain('there are no accounts');
  expect(server.stdout()).toBe('');
});

test('a second signal ends it at once, with requests running', async () => {
  const server = await serveInChild(['--database', aDatabase(), '--drain-delay', '60']);
  server.signal('SIGTERM');
  await server.says('stopping');
  server.signal('SIGTERM');
  expect(await server.ended).toBe(143);
});
