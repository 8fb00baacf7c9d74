import { join } from 'node:path';
import { unknownTokens } from '../load/requests.ts';
import type { Bench } from '../run/bench.ts';
import type { Benchmark } from '../run/benchmark.ts';
import { beside } from '../run/compare.ts';
import { type Contender, inTurns } from '../run/in-turns.ts';
import type { UrlInfo } from '../subjects/listen.ts';
import type { ServiceInfo, ServiceOptions } from '../subjects/service.ts';
import { type KeyServer, keyServer, keyTasks } from './key-tasks.ts';

const people = 250;
const turns = { turns: 5, ms: 600, warmUpMs: 700 };
const most = 1000;

export const connections: Benchmark = {
  name: 'connections',
  title: 'As the connections grow in number',
  method: `So many connections generate keys and revoke them, each sending its next request when it has its answer; ${people} people take turns.`,
  seconds: { whole: 65, quick: 9 },
  columns: ['perSecond', 'cpuMs', 'p50Ms', 'p99Ms'],
  chart: {
    kind: 'lines',
    metric: 'perSecond',
    unit: 'keys generated a second',
    task: 'generate',
    axis: 'connections',
  },
  compare: (series) => [
    ...[1, most].flatMap((at) =>
      beside(series, {
        what: `generate, ${at.toLocaleString('en')} connection${at === 1 ? '' : 's'}`,
        metric: 'perSecond',
        ours: { subject: 'account-access', task: 'generate', at },
        peer: { subject: 'bare Express 5', task: 'generate', at },
      }),
    ),
    ...beside(series, {
      what: `generate, ${most.toLocaleString('en')} connections, CPU`,
      beside: '10 connections',
      metric: 'cpuMs',
      ours: { subject: 'account-access', task: 'generate', at: most },
      peer: { subject: 'account-access', task: 'generate', at: 10 },
    }),
  ],
  measure: async (bench) => {
    const [ours, express] = [await service(bench), await bareExpress(bench)];
    return inTurns(
      bench,
      [1, 10, 100, most].flatMap((at) => [
        contender(bench, 'account-access', ours, at),
        contender(bench, 'bare Express 5', express, at),
      ]),
      turns,
    );
  },
};

function contender(bench: Bench, subject: string, server: KeyServer, at: number): Contender {
  return { subject, at, tasks: keyTasks(bench, server, at) };
}

async function service(bench: Bench): Promise<KeyServer> {
  const options: ServiceOptions = { database: join(bench.folder, 'service.db'), people };
  const { pid, info } = await bench.start<ServiceInfo>('subjects/service', options);
  return keyServer(info.url, pid, info.tokens);
}

async function bareExpress(bench: Bench): Promise<KeyServer> {
  const { pid, info } = await bench.start<UrlInfo>('subjects/bare-express');
  return keyServer(info.url, pid, unknownTokens(people));
}
