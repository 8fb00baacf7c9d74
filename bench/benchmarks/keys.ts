import { generateRequests, verifyRequests } from '../load/requests.ts';
import type { Bench } from '../run/bench.ts';
import type { Benchmark } from '../run/benchmark.ts';
import { type Contender, measureInRounds } from '../run/measure-in-rounds.ts';
import { loadSample } from '../run/samples.ts';
import { compareGrowth, sizesOf, startFilled } from './growing.ts';
import { keyServer, keyTasks } from './key-tasks.ts';

const users = 64;
const connections = 8;
const rounds = { rounds: 5, ms: 400, warmUpMs: 800 };

export const keys: Benchmark = {
  name: 'keys',
  title: 'Number of keys',
  method: `One service per size. Its database is filled with that many keys, ten per account, before it starts. ${connections} connections
generate and revoke keys, and verify them by introspection at the internal listener.`,
  seconds: { whole: 50, quick: 7 },
  columns: ['cpuMs', 'perSecond', 'p50Ms', 'p99Ms'],
  chart: { kind: 'lines', metric: 'cpuMs', unit: 'CPU ms per request', axis: 'keys' },
  compare: (series) => compareGrowth(series, 'keys'),
  measure: async (bench) => {
    const contenders: Contender[] = [];
    for (const size of sizesOf(bench)) contenders.push(await contender(bench, size));
    return measureInRounds(bench, contenders, rounds);
  },
};

async function contender(bench: Bench, at: number): Promise<Contender> {
  bench.say(`fills a database with ${at.toLocaleString('en')} keys`);
  const filling = { accounts: at / 10, keys: at, tokens: 0 };
  const { pid, info } = await startFilled(bench, filling, { users, internal: true });
  const { url, tokens, internal } = info;
  if (internal === undefined) throw new Error('the service has no internal listener');
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
