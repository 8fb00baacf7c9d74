import type { Bench, Benchmark } from '../run/benchmark.ts';
import { compareWithPeer } from '../run/compare.ts';
import { type Contender, measureInRounds } from '../run/measure-in-rounds.ts';
import { type KeyServer, keyTasks, startCannedServer, startServiceWithKeys } from './key-tasks.ts';

const users = 250;
const rounds = { rounds: 5, ms: 600, warmUpMs: 700 };
const most = 1000;

export const connections: Benchmark = {
  name: 'connections',
  title: 'Number of connections',
  method: `That many connections generate and revoke keys for ${users} users. Each connection sends its next request when it has received a
response. Bare Express 5 responds from memory, without a disk: \`commits\` compares one connection with Express 5 that commits.`,
  seconds: { whole: 65, quick: 9 },
  columns: ['perSecond', 'cpuMs', 'p50Ms', 'p99Ms'],
  axis: 'connections',
  compare: (series) => [
    ...[1, most].flatMap((at) =>
      compareWithPeer(series, {
        what: `generate, ${at.toLocaleString('en')} connection${at === 1 ? '' : 's'}`,
        metric: 'perSecond',
        ours: { subject: 'account-access', task: 'generate', at },
        peer: { subject: 'bare Express 5', task: 'generate', at },
      }),
    ),
    ...compareWithPeer(series, {
      what: `generate, ${most.toLocaleString('en')} connections, CPU`,
      peerName: '10 connections',
      metric: 'cpuMs',
      ours: { subject: 'account-access', task: 'generate', at: most },
      peer: { subject: 'account-access', task: 'generate', at: 10 },
    }),
  ],
  measure: async (bench) => {
    const ours = await startServiceWithKeys(bench, users);
    const express = await startCannedServer(bench, 'bare-express', users);
    return measureInRounds(
      bench,
      [1, 10, 100, most].flatMap((at) => [
        contender(bench, 'account-access', ours, at),
        contender(bench, 'bare Express 5', express, at),
      ]),
      rounds,
    );
  },
};

function contender(bench: Bench, subject: string, server: KeyServer, at: number): Contender {
  return { subject, at, tasks: keyTasks(bench, server, at) };
}
