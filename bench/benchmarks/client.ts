import type { Bench, Benchmark } from '../run/benchmark.ts';
import { compareWithPeer } from '../run/compare.ts';
import { type Contender, loopSample, measureInRounds } from '../run/measure-in-rounds.ts';
import type { UrlInfo } from '../subjects/canned-responses.ts';
import type { LoopJob, LoopOptions, LoopResult } from '../subjects/loops.ts';

const rounds = { rounds: 5, ms: 800, warmUpMs: 1500 };
const tasks = { 'one by one': 1, '16 at once': 16 } as const;

export const client: Benchmark = {
  name: 'client',
  title: 'The client compared with fetch',
  method: `Both generate keys on a \`node:http\` server that responds from memory. \`fetch\` reads the JSON and trusts it. The client also
checks the envelope, sets a time-out per attempt, and retries. CPU is that of the caller.`,
  seconds: { whole: 25, quick: 4 },
  columns: ['perSecond', 'cpuMs'],
  compare: (series) =>
    Object.keys(tasks).flatMap((task) =>
      compareWithPeer(series, {
        what: `client, ${task}`,
        metric: 'perSecond',
        ours: { subject: 'account-access', task },
        peer: { subject: 'fetch', task },
      }),
    ),
  measure: async (bench) => {
    const { info } = await bench.start<UrlInfo>('subjects/node-http');
    return measureInRounds(
      bench,
      [
        await contender(bench, 'account-access', 'client', info),
        await contender(bench, 'fetch', 'fetch', info),
      ],
      rounds,
    );
  },
};

async function contender(
  bench: Bench,
  subject: string,
  loop: 'client' | 'fetch',
  info: UrlInfo,
): Promise<Contender> {
  const options: LoopOptions = { loop, ...info };
  const caller = await bench.start<object, LoopJob, LoopResult>('subjects/loops', options);
  const runs = Object.entries(tasks).map(
    ([task, atOnce]) => [task, (ms: number) => loopSample(caller, { ms, atOnce })] as const,
  );
  return { subject, tasks: Object.fromEntries(runs) };
}
