import { generateRequests, verifyRequests } from '../load/requests.ts';
import type { Bench } from '../run/bench.ts';
import type { Benchmark } from '../run/benchmark.ts';
import { type Contender, inTurns } from '../run/in-turns.ts';
import { loadSample } from '../run/load-sample.ts';
import { compareGrowth, sizesOf, startFilled } from './growing.ts';
import { keyServer, keyTasks } from './key-tasks.ts';

const people = 64;
const connections = 8;
const turns = { turns: 5, ms: 400, warmUpMs: 800 };

export const keys: Benchmark = {
  name: 'keys',
  title: 'As the keys grow in number',
  method: `A service for each size, whose database was filled with so many keys, ten to an account, before it started. ${connections} connections
generate and revoke keys, and verify them by introspection at the internal listener.`,
  seconds: { whole: 50, quick: 7 },
  columns: ['cpuMs', 'perSecond', 'p50Ms', 'p99Ms'],
  chart: { kind: 'lines', metric: 'cpuMs', unit: 'ms of a processor for a request', axis: 'keys' },
  compare: (series) => compareGrowth(series, 'keys'),
  measure: async (bench) => {
    const contenders: Contender[] = [];
    for (const size of sizesOf(bench)) contenders.push(await contender(bench, size));
    return inTurns(bench, contenders, turns);
  },
};

async function contender(bench: Bench, at: number): Promise<Contender> {
  bench.say(`fills a database with ${at.toLocaleString('en')} keys`);
  const filling = { accounts: at / 10, keys: at, tokens: 0 };
  const { pid, info } = await startFilled(bench, filling, { people, internal: true });
  const { url, tokens, internal } = info;
  if (internal === undefined) throw new Error('nobody can be asked about keys');
  const { kept } = await bench.load({
    url,
    requests: generateRequests(tokens),
    connections,
    keep: '"api_key":"([^"]+)"',
  });
  const verify = {
    url: internal.url,
    requests: verifyRequests(
      kept.map(([, key]) => key),
      internal.credential,
    ),
    connections,
  };
  return {
    subject: 'account-access',
    at,
    tasks: {
      ...keyTasks(bench, keyServer(url, pid, tokens), connections),
      verify: async (ms) => (await loadSample(bench, pid, { ...verify, ms })).sample,
    },
  };
}
