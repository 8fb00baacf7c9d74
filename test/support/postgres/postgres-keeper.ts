// Runs in its own process: keeps a PostgreSQL server while its standard input is open, so no longer than the process that
// started it. Writes one line of JSON: the URL of the server, or the reason why it cannot start.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';

const { values } = parseArgs({ options: { durable: { type: 'boolean', default: false } } });
const user = 'keeper';
const password = randomBytes(12).toString('hex');
// Tests do not need their data after a crash of the machine, except with --durable.
const careless = ['fsync=off', 'full_page_writes=off'];
const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'shared_buffers=64MB',
  ...(values.durable ? [] : careless),
];

const folder = mkdtempSync(join(tmpdir(), 'account-access-postgres-'));
const data = join(folder, 'data');
let said = '';
let server: ChildProcess | undefined;
process.stdin.resume().once('close', stop);
process.on('SIGINT', () => {});
process.on('SIGTERM', stop);

try {
  const programs = findPrograms();
  const owner = otherUser();
  createCluster(programs, owner);
  const port = await startOnFreePort(programs, owner);
  process.stdout.write(
    `${JSON.stringify({ url: `postgres://${user}:${password}@127.0.0.1:${port}` })}\n`,
  );
} catch (error) {
  process.stdout.write(`${JSON.stringify({ reason: `${error}\n${said}` })}\n`);
  await stop();
}

/** The folder of the newest PostgreSQL that Debian's packages have installed, or of the one in PATH. */
function findPrograms(): string {
  const root = '/usr/lib/postgresql';
  const versions = readVersions(root).sort((a, b) => Number(b) - Number(a));
  return versions[0] === undefined ? '' : join(root, versions[0], 'bin/');
}

function readVersions(root: string): string[] {
  try {
    return readdirSync(root);
  } catch {
    return [];
  }
}

interface Owner {
  readonly uid?: number;
  readonly gid?: number;
}

/** PostgreSQL does not run as root: then it runs as `postgres`. */
function otherUser(): Owner {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

function createCluster(programs: string, owner: Owner): void {
  // The other user must be able to enter the folder.
  chmodSync(folder, 0o755);
  mkdirSync(data, { mode: 0o700 });
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  for (const path of [data, passwordFile]) {
    if (owner.uid !== undefined && owner.gid !== undefined) chownSync(path, owner.uid, owner.gid);
  }
  const args = ['--encoding=UTF8', '--locale=C', '--no-sync', '--auth=scram-sha-256'];
  execFileSync(
    `${programs}initdb`,
    [...args, `--username=${user}`, `--pwfile=${passwordFile}`, '--pgdata', data],
    { ...owner, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] },
  );
}

/** Another process may take a port after it was found free: then it tries another one. */
async function startOnFreePort(programs: string, owner: Owner): Promise<number> {
  for (let tries = 1; tries <= 5; tries += 1) {
    const port = await freePort();
    const args = ['-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one])];
    const child = spawn(`${programs}postgres`, args, { ...owner, cwd: '/' });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    server = child;
    if (await isReady(child, port)) return port;
  }
  throw new Error('PostgreSQL does not start');
}

async function isReady(child: ChildProcess, port: number): Promise<boolean> {
  let hasEnded = false;
  child.once('exit', () => {
    hasEnded = true;
  });
  while (!hasEnded) {
    const client = new pg.Client({ host: '127.0.0.1', port, user, password, database: 'postgres' });
    // A server that ends a connection while it starts.
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  return false;
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

async function stop(): Promise<void> {
  if (server !== undefined && server.exitCode === null && server.signalCode === null) {
    const ended = once(server, 'exit');
    server.kill('SIGQUIT');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
  process.exit();
}
