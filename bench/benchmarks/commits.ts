import { join } from 'node:path';
import { startPostgres } from '../../test/support/postgres-server.ts';
import type { Bench } from '../run/bench.ts';
import type { Benchmark } from '../run/benchmark.ts';
import { beside } from '../run/compare.ts';
import { type Contender, inTurns } from '../run/in-turns.ts';
import { loopSample } from '../run/loop-sample.ts';
import type { LoopAnswer, LoopQuestion } from '../subjects/loop.ts';
import type { RawPostgresOptions } from '../subjects/raw-postgres.ts';
import type { RawSqliteOptions } from '../subjects/raw-sqlite.ts';
import type { ServiceInfo, ServiceOptions } from '../subjects/service.ts';
import { keyServer, keyTasks } from './key-tasks.ts';

const people = 50;
const turns = { turns: 5, ms: 600, warmUpMs: 600 };
// The disks of virtual machines often do not wait for anything. This is what a disk takes that does.
const slowDiskMs = 5;
const engines = {
  sqlite: 'SQLite',
  slow: `SQLite + ${slowDiskMs} ms`,
  postgres: 'PostgreSQL',
} as const;
const bare = 'bare commits';
const ours = (name: string) => `account-access, ${name}`;
const connections = { '1 connection': 1, '50 connections': 50 } as const;

export const commits: Benchmark = {
  name: 'commits',
  title: 'Durable changes beside what the disk commits',
  method: `Keys generated over HTTP, beside a loop that commits a row at a time, one by one, to the same engine on the same disk:
as the disk is, and ${slowDiskMs} ms slower, as disks are that really wait. Changes that come together share a commit. PostgreSQL runs on
this machine, and shares its cores.`,
  seconds: { whole: 40, quick: 12 },
  columns: ['perSecond', 'cpuMs', 'p50Ms', 'p99Ms'],
  chart: { kind: 'bars', metric: 'perSecond', unit: 'changes a second' },
  compare: (series) =>
    Object.values(engines).flatMap((task) =>
      Object.keys(connections).flatMap((name) =>
        beside(series, {
          what: `${task}, ${name}`,
          beside: 'bare commits',
          metric: 'perSecond',
          ours: { subject: ours(name), task },
          peer: { subject: bare, task },
        }),
      ),
    ),
  measure: async (bench) => {
    const contenders = [
      ...(await sqlite(bench, engines.sqlite, 0)),
      ...(await sqlite(bench, engines.slow, slowDiskMs)),
      ...(await postgres(bench)),
    ];
    return inTurns(bench, contenders, turns);
  },
};

async function sqlite(bench: Bench, engine: string, diskMs: number): Promise<Contender[]> {
  const raw: RawSqliteOptions = { database: join(bench.folder, `raw-${diskMs}.db`), diskMs };
  const service: ServiceOptions = { database: join(bench.folder, `service-${diskMs}.db`), people, diskMs };
  return [
    await bareCommits(bench, engine, 'raw-sqlite', raw),
    ...(await generations(bench, engine, service)),
  ];
}

async function postgres(bench: Bench): Promise<Contender[]> {
  const server = await startPostgres({ durable: true });
  if (typeof server === 'string') {
    bench.say(`PostgreSQL cannot start here: ${server}`);
    return [];
  }
  bench.closing(server.stop);
  const raw: RawPostgresOptions = { connectionString: `${server.url}/postgres` };
  const service: ServiceOptions = {
    database: `${server.url}/migrated`,
    secrets: join(bench.folder, 'postgres.secrets'),
    people,
  };
  return [
    await bareCommits(bench, engines.postgres, 'raw-postgres', raw),
    ...(await generations(bench, engines.postgres, service)),
  ];
}

async function bareCommits(
  bench: Bench,
  engine: string,
  script: string,
  options: object,
): Promise<Contender> {
  const raw = await bench.start<object, LoopQuestion, LoopAnswer>(`subjects/${script}`, options);
  return { subject: bare, tasks: { [engine]: (ms) => loopSample(raw, { ms, atOnce: 1 }) } };
}

async function generations(bench: Bench, engine: string, options: ServiceOptions): Promise<Contender[]> {
  const { pid, info } = await bench.start<ServiceInfo>('subjects/service', options);
  const server = keyServer(info.url, pid, info.tokens);
  return Object.entries(connections).map(([name, count]) => {
    const { generate } = keyTasks(bench, server, count);
    return { subject: ours(name), tasks: { ...(generate && { [engine]: generate }) } };
  });
}
