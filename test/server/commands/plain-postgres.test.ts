import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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

test.each([
  ['that asks for it', '0.0.0.0', '?sslmode=disable', {}, 'accounts'],
  ['whose environment asks for it', '0.0.0.0', '', { PGSSLMODE: 'disable' }, 'accounts'],
  ['on the loopback', '127.0.0.1', '', {}, 'accounts'],
])('plain PostgreSQL is used for a URL %s', async (_what, host, parameters, variables, name) => {
  const { port, received } = await aServer();
  const { stderr } = await serveOn(`postgres://service@${host}:${port}/${name}${parameters}`, variables);
  expect(stderr).toContain('cannot reach');
  expect(received[0]?.toString('latin1')).toContain(name);
});

test('PostgreSQL with TLS is used for any host', async () => {
  const { port, received } = await aServer();
  await serveOn(`postgres://service@0.0.0.0:${port}/accounts?sslmode=require`);
  // The request for TLS (PostgreSQL protocol, 53.2.10), which names no database.
  expect(received[0]?.toString('hex')).toBe('0000000804d2162f');
});
