import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownProcessGroup, trackChild } from '../processes/children.ts';
import { programs, runCommand } from '../processes/command.ts';
import type { Bench } from '../run/bench.ts';
import type { Benchmark } from '../run/benchmark.ts';
import { measureInRounds } from '../run/measure-in-rounds.ts';
import type { Sample } from '../run/series.ts';
import { startListening } from '../run/start-listening.ts';
import { startDelay } from '../subjects/delay.ts';

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
  chart: { kind: 'bars', metric: 'perSecond', unit: 'requests per second' },
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
