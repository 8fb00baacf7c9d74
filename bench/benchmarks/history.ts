import { join } from 'node:path';
import type { Bench, Benchmark } from '../run/benchmark.ts';
import { type Contender, measureInRounds } from '../run/measure-in-rounds.ts';
import type { ServiceInfo, ServiceOptions } from '../subjects/service.ts';
import { compareGrowth } from './growing.ts';
import { keyServer, keyTasks } from './key-tasks.ts';

const users = 8;
const connections = 8;
const rounds = { rounds: 5, ms: 400, warmUpMs: 600 };

export const history: Benchmark = {
  name: 'history',
  title: 'Number of revoked keys per account',
  method: `One service per size, with ${users} users who have revoked that many keys each: the database keeps revoked keys. ${connections} connections
generate and revoke more.`,
  seconds: { whole: 25, quick: 6 },
  columns: ['cpuMs', 'perSecond', 'p50Ms', 'p99Ms'],
  axis: 'revoked keys per account',
  compare: (series) => compareGrowth(series, 'revoked keys'),
  measure: async (bench) => {
    const sizes = bench.quick ? [10, 1000] : [10, 100, 1000, 10_000];
    const contenders: Contender[] = [];
    for (const size of sizes) contenders.push(await contender(bench, size));
    return measureInRounds(bench, contenders, rounds);
  },
};

async function contender(bench: Bench, at: number): Promise<Contender> {
  const options: ServiceOptions = { database: join(bench.folder, `${at}.db`), users, revoked: at };
  const { pid, info } = await bench.start<ServiceInfo>('subjects/service', options);
  const tasks = keyTasks(bench, keyServer(info.url, pid, info.tokens), connections);
  return { subject: 'account-access', at, tasks };
}
