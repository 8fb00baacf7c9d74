import { join } from 'node:path';
import { startPostgres } from '../../test/support/postgres/postgres-server.ts';
import type { Bench } from '../run/bench.ts';
import type { Benchmark } from '../run/benchmark.ts';
import { compareWithPeer } from '../run/compare.ts';
import { type Contender, measureInRounds } from '../run/measure-in-rounds.ts';
import { loopSample } from '../run/samples.ts';
import type { LoopJob, LoopResult } from '../subjects/loop.ts';
import type { RawPostgresOptions } from '../subjects/raw-postgres.ts';
import type { RawSqliteOptions } from '../subjects/raw-sqlite.ts';
import type { ServiceInfo, ServiceOptions } from '../subjects/service.ts';
import { keyServer, keyTasks } from './key-tasks.ts';

const users = 50;
const rounds = { rounds: 5, ms: 600, warmUpMs: 600 };
// The disks of virtual machines often report a sync at once. A disk that really syncs takes about this long.
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
  title: 'Durable changes compared with bare commits',
  method: `Keys generated over HTTP, compared with a loop that commits one row at a time to the same engine on the same disk: once
as the disk is, and once ${slowDiskMs} ms slower, like a disk that really syncs. Changes that arrive together share a commit. PostgreSQL runs on
this machine and shares its cores.`,
  seconds: { whole: 40, quick: 12 },
  columns: ['perSecond', 'cpuMs', 'p50Ms', 'p99Ms'],
  chart: { kind: 'bars', metric: 'perSecond', unit: 'changes per second' },
  compare: (series) =>
    Object.values(engines).flatMap((task) =>
      Object.keys(connections).flatMap((name) =>
        compareWithPeer(series, {
          what: `${task}, ${name}`,
          peerName: 'bare commits',
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
    return measureInRounds(bench, contenders, rounds);
  },
};

async function sqlite(bench: Bench, engine: string, diskMs: number): Promise<Contender[]> {
  const raw: RawSqliteOptions = { database: join(bench.folder, `raw-${diskMs}.db`), diskMs };
  const service: ServiceOptions = { database: join(bench.folder, `service-${diskMs}.db`), users, diskMs };
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
  bench.onClose(server.stop);
  const raw: RawPostgresOptions = { connectionString: `${server.url}/postgres` };
  const service: ServiceOptions = {
    database: `${server.url}/migrated`,
    secrets: join(bench.folder, 'postgres.secrets'),
    users,
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
  const raw = await bench.start<object, LoopJob, LoopResult>(`subjects/${script}`, options);
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
