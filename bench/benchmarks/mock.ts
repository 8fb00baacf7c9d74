import { join } from 'node:path';
import { root } from '../processes/build.ts';
import { programs, startCommand } from '../processes/command.ts';
import type { Bench, Benchmark } from '../run/benchmark.ts';
import { type Contender, loadSample, measureInRounds } from '../run/measure-in-rounds.ts';

const connections = 16;
const rounds = { rounds: 5, ms: 700, warmUpMs: 2500 };
const requested = {
  login: { headers: {}, status: 200 },
  'documented response': { headers: { prefer: 'code=401, example=otp_required' }, status: 401 },
} as const;

export const mock: Benchmark = {
  name: 'mock',
  title: 'The mock compared with Prism',
  method: `${connections} connections log in, and request a documented response with \`Prefer\`. Ours looks up the account, verifies the password and
stores the token. Prism generates a response from the same contract.`,
  columns: ['perSecond', 'cpuMs', 'p50Ms', 'p99Ms'],
  compare: () =>
    Object.keys(requested).map((task) => ({
      what: `mock: ${task}`,
      ours: ['account-access', task],
      peer: ['Prism', task],
      aim: { atLeast: 5 },
    })),
  measure: async (bench) => {
    const ours = [programs.ours, 'mock', '--port', '0'];
    const theirs = [programs.prism, 'mock', '-p', '0', join(root, 'generated', 'openapi.yaml')];
    return measureInRounds(
      bench,
      [await contender(bench, 'account-access', ours), await contender(bench, 'Prism', theirs)],
      rounds,
    );
  },
};

async function contender(
  bench: Bench,
  subject: string,
  command: readonly string[],
): Promise<Contender> {
  const { pid, url, stop } = await startCommand(command);
  bench.onClose(stop);
  const body = { identity: 'demo@example.com', password: 'demo-password' };
  const tasks = Object.entries(requested).map(([task, { headers, status }]) => {
    const requests = [{ method: 'POST', path: '/v1/auth/login', headers, body } as const];
    const load = { url, requests, connections, allowed: [status] };
    return [
      task,
      async (ms: number) => (await loadSample(bench, pid, { ...load, ms })).sample,
    ] as const;
  });
  return { subject, tasks: Object.fromEntries(tasks) };
}
