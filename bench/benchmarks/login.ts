import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Load, LoadResult } from '../load/load.ts';
import { generateRequests, logInRequests } from '../load/requests.ts';
import type { Bench } from '../run/bench.ts';
import type { Benchmark } from '../run/benchmark.ts';
import { compareWithPeer } from '../run/compare.ts';
import { type Contender, measureInRounds } from '../run/measure-in-rounds.ts';
import { loadSample, loopSample } from '../run/samples.ts';
import type { LoopJob, LoopResult } from '../subjects/loop.ts';
import type { ServiceInfo, ServiceOptions } from '../subjects/service.ts';

const password = 'a password like any other';
const users = 16;
const cores = availableParallelism();
const stormConnections = 32;
const rounds = { rounds: 5, ms: 1200, warmUpMs: 600 };

export const login: Benchmark = {
  name: 'login',
  title: 'Logging in',
  method: `Four connections per core log in, compared with a loop that verifies the same password with Argon2id at the same cost (19 MiB,
two passes), one loop per core. Then one connection generates keys, first while nobody logs in, then while ${stormConnections} connections
do. The server rejects logins that would wait too long with 503.`,
  seconds: { whole: 30, quick: 5 },
  columns: ['perSecond', 'cpuMs', 'p50Ms', 'p99Ms'],
  chart: { kind: 'bars', metric: 'perSecond', unit: 'requests per second' },
  compare: (series) =>
    compareWithPeer(series, {
      what: 'login',
      metric: 'perSecond',
      ours: { subject: 'account-access', task: 'login' },
      peer: { subject: 'bare Argon2id', task: 'login' },
      aim: { atLeast: 0.95 },
    }),
  measure: async (bench) => measureInRounds(bench, [await service(bench), await bareLoop(bench)], rounds),
};

async function service(bench: Bench): Promise<Contender> {
  const options: ServiceOptions = { database: join(bench.folder, 'service.db'), users, password };
  const { pid, info } = await bench.start<ServiceInfo>('subjects/service', options);
  const storm = await bench.start<object, Load, LoadResult>('load/load-script');
  const { url, identities } = info;
  const logins: Load = {
    url,
    requests: logInRequests(identities, password),
    connections: 4 * cores,
  };
  const keys: Load = {
    url,
    requests: generateRequests(info.tokens),
    connections: 1,
  };
  return {
    subject: 'account-access',
    tasks: {
      login: async (ms) => (await loadSample(bench, pid, { ...logins, ms })).sample,
      'generate, nobody logs in': async (ms) => (await loadSample(bench, pid, { ...keys, ms })).sample,
      'generate, all log in': async (ms) => {
        const stormEnd = storm.run({ ...logins, ms, connections: stormConnections, allowed: [200, 503] });
        const { p50Ms, p99Ms, responses, ms: took } = await bench.load({ ...keys, ms });
        await stormEnd;
        // No CPU time: most of it belongs to the logins.
        return { perSecond: responses / (took / 1000), p50Ms, p99Ms };
      },
    },
  };
}

async function bareLoop(bench: Bench): Promise<Contender> {
  const script = await bench.start<object, LoopJob, LoopResult>('subjects/argon2-loop');
  return { subject: 'bare Argon2id', tasks: { login: (ms) => loopSample(script, { ms, atOnce: cores }) } };
}
