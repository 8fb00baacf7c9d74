import { join } from 'node:path';
import { startPostgres } from '../../test/support/postgres/postgres-server.ts';
import type { Bench, Benchmark, Comparison } from '../run/benchmark.ts';
import { type Contender, loopSample, measureInRounds } from '../run/measure-in-rounds.ts';
import type { CommitOptions } from '../subjects/commit-row.ts';
import type { LoopJob, LoopResult } from '../subjects/loops.ts';
import type { ServiceInfo, ServiceOptions } from '../subjects/service.ts';
import { type KeyServer, keyServer, keyTasks, startExpress } from './key-tasks.ts';

const users = 50;
// A server that has just started is three times as slow as one that has run for some seconds.
const rounds = { rounds: 5, ms: 600, warmUpMs: 4000 };
// The disks of virtual machines often report a sync at once. A disk that really syncs takes about this long.
const slowDiskMs = 5;
const engines = {
  sqlite: 'SQLite',
  slow: `SQLite + ${slowDiskMs} ms`,
  postgres: 'PostgreSQL',
} as const;
const bare = 'bare commits';
const express = 'Express 5 + commit';
const ours = 'account-access';
const connections = { '1 connection': 1, '50 connections': 50 } as const;
const subjectOf = (server: string, name: string) => `${server}, ${name}`;

export const commits: Benchmark = {
  name: 'commits',
  title: 'Durable changes compared with bare commits',
  method: `Keys generated over HTTP, compared with a loop that commits one row at a time to the same engine on the same disk: once
as the disk is, and once ${slowDiskMs} ms slower, like a disk that really syncs. Changes that arrive together share a commit. Express 5 +
commit parses JSON, commits the same row as the loop per request, one row after the other, and responds from memory with a body as long
as ours. With one connection it shows what HTTP adds to a commit. PostgreSQL runs on this machine and shares its cores.`,
  needs: ['postgres'],
  columns: ['perSecond', 'cpuMs', 'p50Ms', 'p99Ms'],
  compare: () =>
    Object.values(engines).flatMap((task) => [
      compareWith(express, task, '1 connection', subjectOf(express, '1 connection')),
      compareWith(bare, task, '1 connection', bare),
      {
        ...compareWith(bare, task, '50 connections', bare),
        ...(task === engines.postgres && { aim: { atLeast: 0.5 } }),
      },
    ]),
  measure: async (bench) => {
    const contenders = [
      ...(await sqlite(bench, engines.sqlite, 0)),
      ...(await sqlite(bench, engines.slow, slowDiskMs)),
      ...(await postgres(bench)),
    ];
    return measureInRounds(bench, contenders, rounds);
  },
};

function compareWith(
  peerName: string,
  task: string,
  name: keyof typeof connections,
  peer: string,
): Comparison {
  return {
    what: `${task}, ${name}`,
    peerName,
    ours: [subjectOf(ours, name), task],
    peer: [peer, task],
  };
}

async function sqlite(bench: Bench, engine: string, diskMs: number): Promise<Contender[]> {
  const at = (name: string) => ({ database: join(bench.folder, `${name}-${diskMs}.db`), diskMs });
  return contendersOn(bench, engine, at('bare'), { ...at('service'), users });
}

async function postgres(bench: Bench): Promise<Contender[]> {
  const server = await startPostgres({ durable: true });
  if (typeof server === 'string') throw new Error(`PostgreSQL can't start: ${server}`);
  bench.onClose(server.stop);
  const service = {
    database: `${server.url}/postgres`,
    keyFile: join(bench.folder, 'postgres.key'),
    users,
  };
  return contendersOn(
    bench,
    engines.postgres,
    { connectionString: `${server.url}/postgres` },
    service,
  );
}

async function contendersOn(
  bench: Bench,
  engine: string,
  bareOptions: CommitOptions,
  service: ServiceOptions,
): Promise<Contender[]> {
  const loop = await bench.start<object, LoopJob, LoopResult>('subjects/loops', {
    loop: 'commits',
    commits: bareOptions,
  });
  const committing = await startExpress(bench, users, { commits: bareOptions });
  const { pid, info } = await bench.start<ServiceInfo>('subjects/service', service);
  return [
    { subject: bare, tasks: { [engine]: (ms) => loopSample(loop, { ms, atOnce: 1 }) } },
    // Both with every number of connections, so that one is as warm as the other.
    ...generations(bench, engine, express, committing),
    ...generations(bench, engine, ours, keyServer(info.url, pid, info.tokens)),
  ];
}

function generations(bench: Bench, engine: string, name: string, server: KeyServer): Contender[] {
  return Object.entries(connections).map(([connection, count]) => {
    const { generate } = keyTasks(bench, server, count);
    return {
      subject: subjectOf(name, connection),
      tasks: { ...(generate && { [engine]: generate }) },
    };
  });
}
