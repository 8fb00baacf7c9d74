import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/**
 * The mock of this package beside Prism, in turns in one run on one machine: what starting costs of a processor, and how
 * many requests a second each answers. `npm run bench:mock`; Linux, as it reads /proc.
 */
const rounds = 3;
const warmUpMs = 1000;
const measuredMs = 4000;
const connections = 16;

const root = fileURLToPath(new URL('..', import.meta.url));
const body = JSON.stringify({ identity: 'demo@example.com', password: 'demo-password' });
const asks = {
  'a login': '',
  'a documented answer': 'Prefer: code=401, example=otp_required\r\n',
} as const;
const commands = {
  'our mock': (port: number) => [`${root}dist/bin/account-access.js`, 'mock', '--port', String(port)],
  Prism: (port: number) => [
    `${root}node_modules/@stoplight/prism-cli/dist/index.js`,
    'mock',
    '-p',
    String(port),
    `${root}generated/openapi.yaml`,
  ],
} as const;

interface Figures {
  readonly startMs: number;
  readonly startCpuMs: number;
  readonly perSecond: Readonly<Record<string, number>>;
  readonly cpuMicroseconds: Readonly<Record<string, number>>;
}

const all: Record<string, Figures[]> = { 'our mock': [], Prism: [] };
for (let round = 0; round < rounds; round += 1)
  for (const [name, command] of Object.entries(commands)) all[name]?.push(await measure(command));

const rows = Object.entries(all).map(([name, figures]) => ({
  name,
  'start, ms': median(figures.map(({ startMs }) => startMs)),
  'start, ms of CPU': median(figures.map(({ startCpuMs }) => startCpuMs)),
  ...Object.fromEntries(
    Object.keys(asks).flatMap((ask) => [
      [`${ask}, a second`, median(figures.map(({ perSecond }) => perSecond[ask] ?? 0))],
      [`${ask}, µs of CPU`, median(figures.map(({ cpuMicroseconds }) => cpuMicroseconds[ask] ?? 0))],
    ]),
  ),
}));
console.log(`Node ${process.version}, medians of ${rounds} rounds, ${connections} connections`);
for (const { name, ...figures } of rows) {
  console.log(`\n${name}`);
  for (const [what, value] of Object.entries(figures))
    console.log(`  ${what.padEnd(32)}${Math.round(value).toLocaleString('en').padStart(8)}`);
}

async function measure(command: (port: number) => string[]): Promise<Figures> {
  const port = await freePort();
  const begun = performance.now();
  const child = spawn(process.execPath, command(port), { stdio: 'ignore', cwd: root });
  try {
    await answering(port);
    const startMs = performance.now() - begun;
    const startCpuMs = cpuMs(child);
    const perSecond: Record<string, number> = {};
    const cpuMicroseconds: Record<string, number> = {};
    for (const [ask, header] of Object.entries(asks)) {
      await load(port, header, warmUpMs);
      const before = cpuMs(child);
      const answers = await load(port, header, measuredMs);
      perSecond[ask] = answers / (measuredMs / 1000);
      cpuMicroseconds[ask] = ((cpuMs(child) - before) * 1000) / answers;
    }
    return { startMs, startCpuMs, perSecond, cpuMicroseconds };
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}

/** Processor time so far; Linux counts it in hundredths of a second. */
function cpuMs({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function answering(port: number): Promise<void> {
  for (;;) {
    try {
      return void (await load(port, '', 1));
    } catch {
      await pause(20);
    }
  }
}

/** How many answers came in this time. Each connection sends its next request when it has its answer. */
async function load(port: number, header: string, ms: number): Promise<number> {
  const head = `POST /v1/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${header}`;
  const request = `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
  const until = performance.now() + ms;
  const count = async () => {
    const socket = connect(port, '127.0.0.1').setNoDelay();
    await once(socket, 'connect');
    let answers = 0;
    let received = '';
    socket.write(request);
    return new Promise<number>((resolve, reject) => {
      socket.on('error', reject).on('close', () => reject(new Error('the connection was closed')));
      socket.on('data', (octets) => {
        received += octets.toString('latin1');
        const end = received.indexOf('\r\n\r\n');
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(received.slice(0, end + 2))?.[1]);
        if (end < 0 || received.length < end + 4 + length) return;
        received = '';
        answers += 1;
        if (performance.now() < until) return socket.write(request);
        resolve(answers);
        socket.destroy();
      });
    });
  };
  const counts = await Promise.all(Array.from({ length: connections }, count));
  return counts.reduce((total, one) => total + one, 0);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
