import { join } from 'node:path';
import type { Aim, Bench, Benchmark, Comparison, Metric, Series } from '../run/benchmark.ts';
import { compareWithPeer } from '../run/compare.ts';
import { type Contender, measureInRounds } from '../run/measure-in-rounds.ts';
import { type KeyServer, keyTasks, startCannedServer, startServiceWithKeys } from './key-tasks.ts';

// Not in the subject, which compiles only where better-auth is installed.
export interface BetterAuthOptions {
  readonly database: string;
  readonly users: number;
}

export interface BetterAuthInfo {
  readonly url: string;
  /** One session cookie per user. */
  readonly cookies: readonly string[];
}

const users = 64;
const connections = 50;
const withRateLimits = 'account-access, rate limits';
const rounds = { rounds: 5, ms: 800, warmUpMs: 1500 };

export const generate: Benchmark = {
  name: 'generate',
  title: 'Generating and revoking keys',
  method: `50 connections send requests for 64 users. Bare Express 5 parses JSON and responds from memory with a body as long as ours.
Express + validator is the same with \`express-openapi-validator\` on our bundle. \`better-auth\` runs with its API-key plugin on the
same SQLite library and settings (WAL, \`synchronous = full\`), without rate limits or telemetry. It looks up a session by a signed
cookie, stores the hash of the key, and revokes by deleting the row. Ours looks up a token, validates request and response, counts
the keys of the account, and adds an audit event, all in one durable transaction; once without rate limits, as the others, and once
with them, as \`serve\` runs, where the database also counts each request.`,
  needs: ['peers'],
  columns: ['perSecond', 'cpuMs', 'p50Ms', 'p99Ms'],
  compare: (series) => [
    ...compareTask(series, 'generate', 'bare Express 5', 'perSecond', { atLeast: 1 }),
    ...compareTask(series, 'generate', 'bare Express 5', 'cpuMs'),
    ...compareTask(series, 'generate', 'Express + validator'),
    ...compareWithPeer(series, {
      what: 'generate, with rate limits',
      metric: 'perSecond',
      ours: { subject: withRateLimits, task: 'generate' },
      peer: { subject: 'bare Express 5', task: 'generate' },
    }),
    ...compareTask(series, 'generate', 'better-auth'),
    ...compareTask(series, 'revoke', 'bare Express 5'),
    ...compareTask(series, 'revoke', 'Express + validator'),
    ...compareTask(series, 'revoke', 'better-auth'),
  ],
  measure: async (bench) =>
    measureInRounds(
      bench,
      [
        contender(bench, 'account-access', await startServiceWithKeys(bench, users)),
        contender(bench, withRateLimits, await startServiceWithKeys(bench, users, true)),
        contender(bench, 'bare Express 5', await startCannedServer(bench, 'bare-express', users)),
        contender(bench, 'Express + validator', await startCannedServer(bench, 'validated-express', users)),
        contender(bench, 'better-auth', await betterAuth(bench)),
      ],
      rounds,
    ),
};

function compareTask(
  series: readonly Series[],
  task: string,
  subject: string,
  metric: Metric = 'perSecond',
  aim?: Aim,
): Comparison[] {
  return compareWithPeer(series, {
    what: metric === 'cpuMs' ? `${task}, CPU` : task,
    metric,
    ours: { subject: 'account-access', task },
    peer: { subject, task },
    ...(aim && { aim }),
  });
}

function contender(bench: Bench, subject: string, server: KeyServer): Contender {
  return { subject, tasks: keyTasks(bench, server, connections) };
}

async function betterAuth(bench: Bench): Promise<KeyServer> {
  const options: BetterAuthOptions = { database: join(bench.folder, 'better-auth.db'), users };
  const { pid, info } = await bench.start<BetterAuthInfo>('subjects/better-auth', options);
  const { url, cookies } = info;
  // better-auth rejects a cookie without the origin of a trusted page.
  const headers = cookies.map((cookie) => ({ cookie, origin: url }));
  return {
    url,
    pid,
    generations: headers.map((each) => ({
      method: 'POST',
      path: '/api/auth/api-key/create',
      headers: each,
      body: {},
    })),
    revocation: (keyId, user) => ({
      method: 'POST',
      path: '/api/auth/api-key/delete',
      headers: headers[user] ?? {},
      body: { keyId },
    }),
  };
}
