import { once } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { ownProcessGroup, trackChild } from '../processes/build.ts';
import { programs, runCommand, startListening } from '../processes/command.ts';
import type { Bench, Benchmark, Sample } from '../run/benchmark.ts';
import { measureInRounds } from '../run/measure-in-rounds.ts';

// One run per round, however long a round is.
const rounds = { rounds: 3, ms: 0, warmUpMs: 0 };

export const contractTests: Benchmark = {
  name: 'test',
  title: 'The contract tests',
  method: `\`account-access test\` against \`serve --demo\`, both as built. Each run has its own server, because a second run would have
to wait for new one-time codes. CPU is that of the tool, for the whole run. "50 ms away" means through a proxy that delays
each piece of a request for 50 ms.`,
  seconds: { whole: 90, quick: 70 },
  columns: ['ms', 'perSecond', 'count', 'cpuMs'],
  compare: () => [],
  measure: (bench) =>
    measureInRounds(
      bench,
      [
        {
          subject: 'account-access',
          tasks: {
            'a whole run': () => testFreshServer(bench, 0),
            'a whole run, 50 ms away': () => testFreshServer(bench, 50),
          },
        },
      ],
      rounds,
    ),
};

async function testFreshServer(bench: Bench, delayMs: number): Promise<Sample> {
  const folder = await mkdtemp(join(bench.folder, 'test-'));
  const database = join(folder, 'service.db');
  const server = await startListening(
    (port) => [...[programs.ours, 'serve', '--demo', '--port', String(port), '--database', database]],
    ownProcessGroup,
    trackChild,
  );
  const distant = delayMs === 0 ? undefined : await startDelay(Number(new URL(server.url).port), delayMs);
  try {
    const report = join(folder, 'report.json');
    const profile = ['--profile', join(folder, 'demo-profile.yaml')];
    const { ms, cpuMs } = await runCommand([
      ...[programs.ours, 'test', distant?.url ?? server.url, ...profile, '--report', `json=${report}`],
    ]);
    const { requests } = JSON.parse(await readFile(report, 'utf8')) as { requests: number };
    return { ms, cpuMs, count: requests, perSecond: requests / (ms / 1000) };
  } finally {
    distant?.close();
    await server.stop();
  }
}

/** A proxy to a port on this machine that delays what clients send, as if the server were far away. */
interface Delay {
  readonly url: string;
  close(): void;
}

/** @param ms the delay of each piece of a request, which is the round trip of the network. */
async function startDelay(port: number, ms: number): Promise<Delay> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ host: '127.0.0.1', port, allowHalfOpen: true, noDelay: true });
    client.setNoDelay(true);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {
        client.destroy();
        upstream.destroy();
      });
      socket.on('close', () => sockets.delete(socket));
    }
    client.on('data', (bytes) => setTimeout(() => upstream.write(bytes), ms));
    client.on('end', () => setTimeout(() => upstream.end(), ms));
    upstream.on('data', (bytes) => client.write(bytes));
    upstream.on('end', () => client.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server without a path has an address object.
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own}`,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
