import { BlockList, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openStore } from '../../../server/store/open-store.ts';
import { commandLine } from '../../bin/support/in-process.ts';
import { listenForTest } from '../../support/http/listen-for-test.ts';
import { temporaryFolder } from '../../support/server/database.ts';
import { setVariables } from '../../support/set-variables.ts';

/** A server that records the first bytes of each connection, and ends it. */
async function aServer() {
  const received: Buffer[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (bytes) => {
      received.push(bytes);
      socket.destroy();
    });
  });
  return { port: await listenForTest(server, '0.0.0.0'), received };
}

async function serveOn(database: string, variables: Record<string, string> = {}) {
  const secrets = join(temporaryFolder(), 'secrets');
  setVariables({ ACCOUNT_ACCESS_DATABASE: database, ...variables });
  return commandLine(['serve', '--port', '0', '--secrets', secrets]);
}

test('plain PostgreSQL to another host is rejected before a connection is made', async () => {
  const { port, received } = await aServer();
  // An address of this machine that is not its loopback.
  const { code, stderr } = await serveOn(`postgres://service:secret@0.0.0.0:${port}/accounts`);
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^error: the connection to postgres:\/\/service@0\.0\.0\.0:\d+\/accounts would be unencrypted: add \?sslmode=verify-full [^\n]+\n$/,
  );
  expect(received).toEqual([]);
});

test('nothing is sent to another machine, where the name of the URL led to this one before', async () => {
  const { port, received } = await aServer();
  // As if the address of the name were the loopback at first, and then no longer.
  const check = vi
    .spyOn(BlockList.prototype, 'check')
    .mockReturnValue(false)
    .mockReturnValueOnce(true);
  onTestFinished(() => check.mockRestore());
  const database = `postgres://service:secret@127.0.0.1:${port}/accounts`;
  await expect(openStore({ database, secrets: 'none' })).rejects.toThrow(
    'another machine would be unencrypted',
  );
  expect(received).toEqual([]);
});

test.each([
  ['that asks for it', '0.0.0.0', '?sslmode=disable', {}, 'accounts'],
  ['whose environment asks for it', '0.0.0.0', '', { PGSSLMODE: 'disable' }, 'accounts'],
  ['on the loopback', '127.0.0.1', '', {}, 'accounts'],
])('plain PostgreSQL is used for a URL %s', async (_what, host, parameters, variables, name) => {
  const { port, received } = await aServer();
  const { stderr } = await serveOn(
    `postgres://service@${host}:${port}/${name}${parameters}`,
    variables,
  );
  expect(stderr).toContain('cannot reach');
  expect(received[0]?.toString('latin1')).toContain(name);
});

test('PostgreSQL with TLS is used for any host', async () => {
  const { port, received } = await aServer();
  await serveOn(`postgres://service@0.0.0.0:${port}/accounts?sslmode=require`);
  // The request for TLS (PostgreSQL protocol, 53.2.10), which names no database.
  expect(received[0]?.toString('hex')).toBe('0000000804d2162f');
});

test.each([
  'pg://ana:S3CRET@127.0.0.1/accounts',
  'postgres:/ana:S3CRET@127.0.0.1/accounts',
  ' postgres://ana:S3CRET@127.0.0.1/accounts',
  '"postgres://ana:S3CRET@127.0.0.1/accounts"',
  'postgresql+psycopg://ana:S3CRET@127.0.0.1/accounts',
  'host=127.0.0.1 dbname=accounts user=ana password=S3CRET',
  'postgres;//ana:S3CRET@127.0.0.1/accounts',
  'ana:S3CRET@127.0.0.1:5432/accounts',
  '//ana:S3CRET@127.0.0.1/accounts',
  '127.0.0.1:5432/accounts?user=ana&password=S3CRET',
  '127.0.0.1:accounts;password=S3CRET',
  's://ana:S3CRET@127.0.0.1/accounts',
  './postgres://ana:S3CRET@127.0.0.1/accounts',
  'PGPASSWORD=S3CRET',
])('a mistyped URL is not the path of a file, and its password is not shown: %j', async (url) => {
  const error =
    'error: the database is a URL or a list of parameters, and does not begin with postgres://: use the form postgres://user@host:5432/name, or the path of an SQLite file\n';
  setVariables({ ACCOUNT_ACCESS_DATABASE: url });
  expect(await commandLine(['serve', '--port', '0'])).toEqual({
    code: 2,
    stdout: '',
    stderr: error,
  });
  const listed = await commandLine(['accounts', 'list', '--database', url]);
  expect(listed).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(error) });
  expect(listed.stderr).toMatch(/^warning: the password in --database postgres:\/\/… was visible/);
  expect(listed.stderr).not.toContain('S3CRET');
});

test.each([
  'ana:S3@localhost:1/CRET@127.0.0.1/accounts?sslmode=disable',
  'ana:13?CRET@127.0.0.1/accounts',
  'ana:13#CRET@127.0.0.1/accounts',
  'ana@S3CRET@127.0.0.1:1/accounts?sslmode=disable',
  'ana%3AS3CRET@127.0.0.1:1/accounts?sslmode=disable',
  'ana;S3CRET@127.0.0.1:1/accounts?sslmode=disable',
  '127.0.0.1:1/accounts%20password=S3CRET?sslmode=disable',
  'ana@127.0.0.1:1/accounts&password=S3CRET',
  'ana@127.0.0.1:1/accounts;password=S3CRET',
  '127.0.0.1:1/ana:S3CRET?sslmode=disable',
])('of a URL whose password is not where it belongs, nothing is shown: %s', async (rest) => {
  const url = `postgres://${rest}`;
  const { stderr, code } = await commandLine([
    'accounts',
    'list',
    '--database',
    url,
    '--secrets',
    'none',
  ]);
  expect({ stderr, code }).toEqual({ code: 2, stderr: expect.not.stringMatching(/CRET|ana:13/) });
});

test('the name of a user may contain an encoded @, which is no sign of a password', async () => {
  const url = 'postgres://ana%40example@127.0.0.1:1/accounts?sslmode=disable';
  const { stderr } = await commandLine([
    'accounts',
    'list',
    '--database',
    url,
    '--secrets',
    'none',
  ]);
  expect(stderr).toMatch(
    /^error: cannot reach postgres:\/\/ana%40example@127\.0\.0\.1:1\/accounts:/,
  );
});

test('a path with a drive of Windows is a path', async () => {
  const { stderr } = await commandLine(['accounts', 'list', '--database', 'C:/data/accounts.db']);
  expect(stderr).toContain('there is no database at C:/data/accounts.db');
});
