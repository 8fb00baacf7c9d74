import type { Bench, Benchmark } from '../run/benchmark.ts';
import { type Contender, measureInRounds } from '../run/measure-in-rounds.ts';
import { type KeyServer, keyTasks, startExpress, startServiceWithKeys } from './key-tasks.ts';

const users = 64;
const connections = 50;
const ours = 'account-access';
const bare = 'bare Express 5';
const validated = 'Express + validator';
const rounds = { rounds: 15, ms: 800, warmUpMs: 1500 };

export const generate: Benchmark = {
  name: 'generate',
  title: 'Generating and revoking keys',
  method: `50 connections send requests for 64 users. Bare Express 5 parses JSON and responds from memory with a body as long as ours.
Express + validator is the same with \`express-openapi-validator\` on our bundle. Ours looks up a token, validates request and
response, counts the keys of the account, and adds an audit event, all in one durable transaction.`,
  columns: ['perSecond', 'cpuMs', 'p50Ms', 'p99Ms'],
  compare: () => [
    { ours: [ours, 'generate'], peer: [bare, 'generate'] },
    { what: 'generate, CPU', metric: 'cpuMs', ours: [ours, 'generate'], peer: [bare, 'generate'] },
    { ours: [ours, 'generate'], peer: [validated, 'generate'], aim: { atLeast: 0.4 } },
    { ours: [ours, 'revoke'], peer: [bare, 'revoke'] },
    { ours: [ours, 'revoke'], peer: [validated, 'revoke'] },
  ],
  measure: async (bench) =>
    measureInRounds(
      bench,
      [
        contender(bench, ours, await startServiceWithKeys(bench, users)),
        contender(bench, bare, await startExpress(bench, users)),
        contender(bench, validated, await startExpress(bench, users, { validates: true })),
      ],
      rounds,
    ),
};

function contender(bench: Bench, subject: string, server: KeyServer): Contender {
  return { subject, tasks: keyTasks(bench, server, connections) };
}
