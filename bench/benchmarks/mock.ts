import { join } from 'node:path';
import { root } from '../processes/build.ts';
import { apart, keepTrack } from '../processes/children.ts';
import { programs } from '../processes/command.ts';
import type { Bench } from '../run/bench.ts';
import type { Benchmark } from '../run/benchmark.ts';
import { beside } from '../run/compare.ts';
import { type Contender, inTurns } from '../run/in-turns.ts';
import { loadSample } from '../run/load-sample.ts';
import { startListening } from '../run/start-listening.ts';

const connections = 16;
const turns = { turns: 5, ms: 700, warmUpMs: 2500 };
const asked = {
  login: { headers: {}, status: 200 },
  'documented answer': { headers: { prefer: 'code=401, example=otp_required' }, status: 401 },
} as const;

export const mock: Benchmark = {
  name: 'mock',
  title: 'The mock beside Prism',
  method: `${connections} connections ask for a login, and for a documented answer by \`Prefer\`. Ours looks the account up, verifies the password and
remembers the token; Prism makes an answer from the same contract.`,
  seconds: { whole: 30, quick: 6 },
  columns: ['perSecond', 'cpuMs', 'p50Ms', 'p99Ms'],
  chart: { kind: 'bars', metric: 'perSecond', unit: 'requests a second' },
  compare: (series) =>
    Object.keys(asked).flatMap((task) =>
      beside(series, {
        what: `mock: ${task}`,
        metric: 'perSecond',
        ours: { subject: 'account-access', task },
        peer: { subject: 'Prism', task },
        aim: { atLeast: 5, gate: true },
      }),
    ),
  measure: async (bench) => {
    const contract = join(root, 'generated', 'openapi.yaml');
    const ours = (port: number) => [programs.ours, 'mock', '--port', String(port)];
    const theirs = (port: number) => [
      ...[programs.prism, 'mock', '-h', '127.0.0.1', '-p', String(port)],
      contract,
    ];
    return inTurns(
      bench,
      [await contender(bench, 'account-access', ours), await contender(bench, 'Prism', theirs)],
      turns,
    );
  },
};

async function contender(
  bench: Bench,
  subject: string,
  command: (port: number) => readonly string[],
): Promise<Contender> {
  // What they write is thrown away: Prism writes a line for each request.
  const { pid, url, stop } = await startListening(command, apart, keepTrack);
  bench.closing(stop);
  const body = { identity: 'demo@example.com', password: 'demo-password' };
  const tasks = Object.entries(asked).map(([task, { headers, status }]) => {
    const requests = [{ method: 'POST', path: '/v1/auth/login', headers, body } as const];
    const load = { url, requests, connections, allowed: [status] };
    return [task, async (ms: number) => (await loadSample(bench, pid, { ...load, ms })).sample] as const;
  });
  return { subject, tasks: Object.fromEntries(tasks) };
}
