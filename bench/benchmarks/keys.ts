import { join } from 'node:path';
import type { Request } from '../load/load.ts';
import { atOnce, generateRequests, verifyManyRequests, verifyRequests } from '../load/requests.ts';
import type { Bench, Benchmark, Comparison, Series } from '../run/benchmark.ts';
import { type Contender, loadSample, measureInRounds } from '../run/measure-in-rounds.ts';
import type { FillOptions } from '../subjects/fill.ts';
import type { ServiceInfo, ServiceOptions } from '../subjects/service.ts';
import { keyServer, keyTasks } from './key-tasks.ts';

const users = 64;
const connections = 8;
const many = `verify, ${atOnce} at once`;
const least = 10;
const rounds = { rounds: 5, ms: 400, warmUpMs: 800 };

export const keys: Benchmark = {
  name: 'keys',
  title: 'Number of keys',
  method: `One service per size. Its database is filled with that many keys, ten per account, before it starts. ${connections} connections
generate and revoke keys, and verify them by introspection at the internal listener: one key per request, or ${atOnce}. Their figures are
per key.`,
  columns: ['cpuMs', 'perSecond', 'p50Ms', 'p99Ms'],
  axis: 'keys',
  compare: (series) => [
    ...compareGrowth(series),
    {
      peerName: 'one per request',
      ours: ['account-access', many, least],
      peer: ['account-access', 'verify', least],
      aim: { atLeast: 5 },
    },
  ],
  measure: async (bench) => {
    const contenders: Contender[] = [];
    const sizes = bench.quick ? [least, 10_000] : [least, 1000, 100_000, 1_000_000];
    for (const size of sizes) contenders.push(await contender(bench, size));
    return measureInRounds(bench, contenders, rounds);
  },
};

/** Compares the largest size with the smallest. The cost of a task may grow as fast as a tree look-up, not faster. */
function compareGrowth(series: readonly Series[]): Comparison[] {
  const most = Math.max(...series.flatMap(({ at }) => at ?? []));
  return [...new Set(series.map(({ task }) => task))].map((task) => ({
    what: `${task}, ${most.toLocaleString('en')} keys, CPU`,
    peerName: `${least} keys`,
    metric: 'cpuMs',
    ours: ['account-access', task, most],
    peer: ['account-access', task, least],
    aim: { atMost: Math.log(most) / Math.log(least) },
  }));
}

async function contender(bench: Bench, at: number): Promise<Contender> {
  bench.say(`fills a database with ${at.toLocaleString('en')} keys`);
  const database = join(bench.folder, `${at}.db`);
  const filled = await bench.start('subjects/fill', { database, keys: at } satisfies FillOptions);
  await filled.stop();
  const options: ServiceOptions = { database, users, internal: true };
  const { pid, info } = await bench.start<ServiceInfo>('subjects/service', options);
  const { url, tokens, internal } = info;
  if (internal === undefined) throw new Error('the service has no internal listener');
  const { kept } = await bench.load({
    url,
    requests: generateRequests(tokens),
    connections,
    keep: '"api_key":"([^"]+)"',
  });
  const made = kept.map(([, key]) => key);
  const verify = async (requests: readonly Request[], ms: number) =>
    (await loadSample(bench, pid, { url: internal.url, requests, connections, ms })).sample;
  return {
    subject: 'account-access',
    at,
    tasks: {
      ...keyTasks(bench, keyServer(url, pid, tokens), connections),
      verify: (ms) => verify(verifyRequests(made, internal.credential), ms),
      [many]: async (ms) => {
        const sample = await verify(verifyManyRequests(made, internal.credential), ms);
        const { perSecond = 0, cpuMs = 0 } = sample;
        return { ...sample, perSecond: perSecond * atOnce, cpuMs: cpuMs / atOnce };
      },
    },
  };
}
