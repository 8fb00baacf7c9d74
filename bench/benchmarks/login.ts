import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Load, LoadResult, Request } from '../load/load.ts';
import { generateRequests, logInRequests } from '../load/requests.ts';
import type { Script } from '../processes/start-script.ts';
import type { Bench, Benchmark } from '../run/benchmark.ts';
import {
  type Contender,
  loadSample,
  loopSample,
  measureInRounds,
} from '../run/measure-in-rounds.ts';
import type { ExpressOptions, UrlInfo } from '../subjects/express.ts';
import type { LoopJob, LoopResult } from '../subjects/loops.ts';
import type { ServiceInfo, ServiceOptions } from '../subjects/service.ts';

const ours = 'account-access';
const express = 'Express 5 + Argon2id';
const loop = 'bare Argon2id';
const password = 'a password like any other';
const users = 16;
const cores = availableParallelism();
const stormConnections = 32;
const rounds = { rounds: 15, ms: 1200, warmUpMs: 600 };

export const login: Benchmark = {
  name: 'login',
  title: 'Logging in',
  method: `Four connections per core log in. Express 5 + Argon2id parses JSON, verifies the password against one fixed hash, as many
at once as there are cores, and responds from memory with a body as long as ours, without a database or validation. Bare Argon2id is one
loop per core that verifies the same password. All verify at the same cost (19 MiB, two passes). The comparison with the loop has no aim:
no HTTP server reaches its rate, because server and load need the same cores. Express 5 + Argon2id compared with the loop shows the upper
bound. Then one connection generates keys, first while nobody logs in, then while ${stormConnections} connections do. Express generates them
from memory, and lets all logins wait. Ours rejects logins that would wait too long with 503.`,
  columns: ['perSecond', 'cpuMs', 'p50Ms', 'p99Ms'],
  compare: () => [
    { ours: [ours, 'login'], peer: [express, 'login'], aim: { atLeast: 0.9 } },
    { ours: [ours, 'login'], peer: [loop, 'login'] },
    { what: `login, ${express}`, ours: [express, 'login'], peer: [loop, 'login'] },
  ],
  measure: async (bench) => {
    const storm = await bench.start<object, Load, LoadResult>('load/load-script');
    const options: ServiceOptions = { database: join(bench.folder, 'service.db'), users, password };
    const service = await bench.start<ServiceInfo>('subjects/service', options);
    const { identities, tokens } = service.info;
    const requests = {
      logins: logInRequests(identities, password),
      generations: generateRequests(tokens),
    };
    const expressOptions: ExpressOptions = { password };
    const bare = await bench.start<UrlInfo>('subjects/express', expressOptions);
    const script = await bench.start<object, LoopJob, LoopResult>('subjects/loops', {
      loop: 'argon2',
    });
    const contenders = [
      // The same tasks, so that one server is as warm as the other.
      { subject: ours, tasks: serverTasks(bench, service, storm, requests) },
      { subject: express, tasks: serverTasks(bench, bare, storm, requests) },
      {
        subject: loop,
        tasks: { login: (ms: number) => loopSample(script, { ms, atOnce: cores }) },
      },
    ];
    return measureInRounds(bench, contenders, rounds);
  },
};

function serverTasks(
  bench: Bench,
  { pid, info: { url } }: Script<UrlInfo>,
  storm: Script<object, Load, LoadResult>,
  { logins, generations }: Record<'logins' | 'generations', readonly Request[]>,
): Contender['tasks'] {
  const logIn: Load = { url, requests: logins, connections: 4 * cores };
  const generate: Load = { url, requests: generations, connections: 1 };
  return {
    login: async (ms) => (await loadSample(bench, pid, { ...logIn, ms })).sample,
    'generate, nobody logs in': async (ms) =>
      (await loadSample(bench, pid, { ...generate, ms })).sample,
    'generate, all log in': async (ms) => {
      const stormEnd = storm.run({
        ...logIn,
        ms,
        connections: stormConnections,
        allowed: [200, 503],
      });
      const { p50Ms, p99Ms, responses, ms: took } = await bench.load({ ...generate, ms });
      await stormEnd;
      // No CPU time: most of it belongs to the logins.
      return { perSecond: responses / (took / 1000), p50Ms, p99Ms };
    },
  };
}
