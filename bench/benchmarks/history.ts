import { join } from 'node:path';
import type { Bench } from '../run/bench.ts';
import type { Benchmark } from '../run/benchmark.ts';
import { type Contender, inTurns } from '../run/in-turns.ts';
import type { ServiceInfo, ServiceOptions } from '../subjects/service.ts';
import { compareGrowth } from './growing.ts';
import { keyServer, keyTasks } from './key-tasks.ts';

const people = 8;
const connections = 8;
const turns = { turns: 5, ms: 400, warmUpMs: 600 };

export const history: Benchmark = {
  name: 'history',
  title: 'As the revoked keys of an account grow in number',
  method: `A service for each size, with ${people} people who have revoked so many keys each: keys that were revoked stay. ${connections} connections
generate and revoke more of them.`,
  seconds: { whole: 25, quick: 6 },
  columns: ['cpuMs', 'perSecond', 'p50Ms', 'p99Ms'],
  chart: {
    kind: 'lines',
    metric: 'cpuMs',
    unit: 'ms of a processor for a request',
    axis: 'revoked keys of an account',
  },
  compare: (series) => compareGrowth(series, 'revoked keys'),
  measure: async (bench) => {
    const sizes = bench.quick ? [10, 1000] : [10, 100, 1000, 10_000];
    const contenders: Contender[] = [];
    for (const size of sizes) contenders.push(await contender(bench, size));
    return inTurns(bench, contenders, turns);
  },
};

async function contender(bench: Bench, at: number): Promise<Contender> {
  const options: ServiceOptions = { database: join(bench.folder, `${at}.db`), people, revoked: at };
  const { pid, info } = await bench.start<ServiceInfo>('subjects/service', options);
  const tasks = keyTasks(bench, keyServer(info.url, pid, info.tokens), connections);
  return { subject: 'account-access', at, tasks };
}
