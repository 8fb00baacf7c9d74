import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../processes/build.ts';
import {
  type Cost,
  cpuMs,
  memoryMb,
  programs,
  runCommand,
  startCommand,
} from '../processes/command.ts';
import { startScript } from '../processes/start-script.ts';
import type { Bench, Benchmark, Comparison, Sample } from '../run/benchmark.ts';
import { type Contender, measureInRounds } from '../run/measure-in-rounds.ts';

// One start per round, however long a round is.
const rounds = { rounds: 7, ms: 0, warmUpMs: 0 };

export const start: Benchmark = {
  name: 'start',
  title: 'Starting',
  method: `From the start of the process to the line with its address, or to the end of the command, and the memory that the process
then uses. \`serve\` opens an existing database, and Express 5 has none. Prism reads the same contract as our mock. \`node\` runs an
empty file: no program on Node starts faster.`,
  columns: ['cpuMs', 'ms', 'memoryMb'],
  compare: () =>
    [
      { what: 'mock, CPU to start', task: 'mock', peer: 'Prism', atMost: 300 },
      { what: 'serve, CPU to start', task: 'serve', peer: 'bare Express 5', atMost: 500 },
      { what: '--help, CPU', task: '--help', peer: 'empty file', atMost: 150 },
    ].flatMap(({ what, task, peer, atMost }): Comparison[] => {
      const ours = { what, metric: 'cpuMs', ours: ['account-access', task] } as const;
      return [
        { ...ours, aim: { atMost } },
        { ...ours, peer: [peer, task] },
      ];
    }),
  measure: async (bench) => measureInRounds(bench, await contenders(bench), rounds),
};

async function contenders(bench: Bench): Promise<Contender[]> {
  const empty = join(bench.folder, 'empty.js');
  await writeFile(empty, '');
  const database = join(bench.folder, 'service.db');
  return [
    {
      subject: 'account-access',
      tasks: {
        serve: () =>
          measureCommand([programs.ours, 'serve', '--port', '0', '--database', database]),
        mock: () => measureCommand([programs.ours, 'mock', '--port', '0']),
        '--help': () => runFiveTimes([programs.ours, '--help']),
      },
    },
    { subject: 'bare Express 5', tasks: { serve: () => measureScript('subjects/express', {}) } },
    {
      subject: 'Prism',
      tasks: {
        mock: async () =>
          measureCommand([
            programs.prism,
            'mock',
            '-p',
            '0',
            join(root, 'generated', 'openapi.yaml'),
          ]),
        '--help': () => runCommand([programs.prism, '--help']),
      },
    },
    { subject: 'empty file', tasks: { '--help': () => runFiveTimes([empty]) } },
  ];
}

/** The mean cost: one run takes few of the ticks of 10 ms that the system counts. */
async function runFiveTimes(args: readonly string[]): Promise<Sample> {
  const costs: Cost[] = [];
  for (let run = 0; run < 5; run += 1) costs.push(await runCommand(args));
  const mean = (metric: 'cpuMs' | 'ms') =>
    costs.reduce((sum, cost) => sum + cost[metric], 0) / costs.length;
  return { cpuMs: mean('cpuMs'), ms: mean('ms') };
}

async function measureCommand(args: readonly string[]): Promise<Sample> {
  const { cost, stop } = await startCommand(args);
  await stop();
  return cost;
}

async function measureScript(name: string, options: object): Promise<Sample> {
  const begin = performance.now();
  const { pid, stop } = await startScript(name, options);
  const sample = { ms: performance.now() - begin, cpuMs: cpuMs(pid), memoryMb: memoryMb(pid) };
  await stop();
  return sample;
}
