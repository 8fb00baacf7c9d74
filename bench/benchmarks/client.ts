import type { Bench } from '../run/bench.ts';
import type { Benchmark } from '../run/benchmark.ts';
import { beside } from '../run/compare.ts';
import { type Contender, inTurns } from '../run/in-turns.ts';
import { loopSample } from '../run/loop-sample.ts';
import type { UrlInfo } from '../subjects/listen.ts';
import type { LoopAnswer, LoopQuestion } from '../subjects/loop.ts';

const turns = { turns: 5, ms: 800, warmUpMs: 1500 };
const tasks = { 'one by one': 1, '16 at once': 16 } as const;

export const client: Benchmark = {
  name: 'client',
  title: 'The client beside fetch',
  method: `Both generate keys at a server of \`node:http\` that answers from memory. \`fetch\` reads the JSON and trusts it; the client also
checks the envelope, has a time-out for each attempt, and would try again. CPU is that of the caller.`,
  seconds: { whole: 25, quick: 4 },
  columns: ['perSecond', 'cpuMs'],
  chart: { kind: 'bars', metric: 'perSecond', unit: 'calls a second' },
  compare: (series) =>
    Object.keys(tasks).flatMap((task) =>
      beside(series, {
        what: `client, ${task}`,
        metric: 'perSecond',
        ours: { subject: 'account-access', task },
        peer: { subject: 'fetch', task },
      }),
    ),
  measure: async (bench) => {
    const { info } = await bench.start<UrlInfo>('subjects/node-http');
    return inTurns(
      bench,
      [
        await contender(bench, 'account-access', 'subjects/client-loop', info),
        await contender(bench, 'fetch', 'subjects/fetch-loop', info),
      ],
      turns,
    );
  },
};

async function contender(bench: Bench, subject: string, script: string, info: UrlInfo): Promise<Contender> {
  const caller = await bench.start<object, LoopQuestion, LoopAnswer>(script, info);
  const runs = Object.entries(tasks).map(
    ([task, atOnce]) => [task, (ms: number) => loopSample(caller, { ms, atOnce })] as const,
  );
  return { subject, tasks: Object.fromEntries(runs) };
}
