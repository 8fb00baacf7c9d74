import { join } from 'node:path';
import { unknownTokens } from '../load/requests.ts';
import type { Bench } from '../run/bench.ts';
import type { Aim, Benchmark, Comparison } from '../run/benchmark.ts';
import { beside } from '../run/compare.ts';
import { type Contender, inTurns } from '../run/in-turns.ts';
import type { Metric, Series } from '../run/series.ts';
import type { BetterAuthInfo, BetterAuthOptions } from '../subjects/better-auth.ts';
import type { UrlInfo } from '../subjects/listen.ts';
import type { ServiceInfo, ServiceOptions } from '../subjects/service.ts';
import { type KeyServer, keyServer, keyTasks } from './key-tasks.ts';

const people = 64;
const connections = 50;
const turns = { turns: 5, ms: 800, warmUpMs: 1500 };

export const generate: Benchmark = {
  name: 'generate',
  title: 'Generating and revoking keys',
  method: `50 connections, and 64 people who take turns. Bare Express 5 parses JSON and answers from memory with a body as long as
ours; beside it the same with \`express-openapi-validator\` on our bundle. \`better-auth\` runs with its API-key plugin on the same
SQLite library and settings (WAL, \`synchronous = full\`), without limits of rates or telemetry; it looks up a session by a signed
cookie, stores the hash of the key, and revokes by deleting the row. Ours looks up a token, validates request and answer, counts
the keys of the account, and adds an event to the audit, all in one durable transaction.`,
  seconds: { whole: 50, quick: 8 },
  columns: ['perSecond', 'cpuMs', 'p50Ms', 'p99Ms'],
  chart: { kind: 'bars', metric: 'perSecond', unit: 'requests a second' },
  compare: (series) => [
    ...besidePeer(series, 'generate', 'bare Express 5', 'perSecond', { atLeast: 0.7 }),
    ...besidePeer(series, 'generate', 'bare Express 5', 'cpuMs'),
    ...besidePeer(series, 'generate', 'Express + validator'),
    ...besidePeer(series, 'generate', 'better-auth'),
    ...besidePeer(series, 'revoke', 'bare Express 5'),
    ...besidePeer(series, 'revoke', 'Express + validator'),
    ...besidePeer(series, 'revoke', 'better-auth'),
  ],
  measure: async (bench) =>
    inTurns(
      bench,
      [
        contender(bench, 'account-access', await ours(bench)),
        contender(bench, 'bare Express 5', await express(bench, 'bare-express')),
        contender(bench, 'Express + validator', await express(bench, 'validated-express')),
        contender(bench, 'better-auth', await betterAuth(bench)),
      ],
      turns,
    ),
};

function besidePeer(
  series: readonly Series[],
  task: string,
  subject: string,
  metric: Metric = 'perSecond',
  aim?: Aim,
): Comparison[] {
  return beside(series, {
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

async function ours(bench: Bench): Promise<KeyServer> {
  const options: ServiceOptions = { database: join(bench.folder, 'service.db'), people };
  const { pid, info } = await bench.start<ServiceInfo>('subjects/service', options);
  return keyServer(info.url, pid, info.tokens);
}

async function express(bench: Bench, name: string): Promise<KeyServer> {
  const { pid, info } = await bench.start<UrlInfo>(`subjects/${name}`);
  return keyServer(info.url, pid, unknownTokens(people));
}

async function betterAuth(bench: Bench): Promise<KeyServer> {
  const options: BetterAuthOptions = { database: join(bench.folder, 'better-auth.db'), people };
  const { pid, info } = await bench.start<BetterAuthInfo>('subjects/better-auth', options);
  const { url, cookies } = info;
  // A request with a cookie is refused without the origin of a page that it trusts.
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
    revocation: (keyId, person) => ({
      method: 'POST',
      path: '/api/auth/api-key/delete',
      headers: headers[person] ?? {},
      body: { keyId },
    }),
  };
}
