import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Load, Loaded } from '../load/load.ts';
import { generateRequests, logInRequests } from '../load/requests.ts';
import type { Bench } from '../run/bench.ts';
import type { Benchmark } from '../run/benchmark.ts';
import { beside } from '../run/compare.ts';
import { type Contender, inTurns } from '../run/in-turns.ts';
import { loadSample } from '../run/load-sample.ts';
import { loopSample } from '../run/loop-sample.ts';
import type { LoopAnswer, LoopQuestion } from '../subjects/loop.ts';
import type { ServiceInfo, ServiceOptions } from '../subjects/service.ts';

const password = 'a password like any other';
const people = 16;
const cores = availableParallelism();
const stormConnections = 32;
const turns = { turns: 5, ms: 1200, warmUpMs: 600 };

export const login: Benchmark = {
  name: 'login',
  title: 'Logging in',
  method: `Four connections for each core log in, beside a loop that verifies the same password with Argon2id at the same cost (19 MiB,
two passes), once for each core at once. Then one connection generates keys, while nobody logs in, and while
${stormConnections} connections do, of whom those that would wait too long are turned away with 503.`,
  seconds: { whole: 30, quick: 5 },
  columns: ['perSecond', 'cpuMs', 'p50Ms', 'p99Ms'],
  chart: { kind: 'bars', metric: 'perSecond', unit: 'requests a second' },
  compare: (series) =>
    beside(series, {
      what: 'login',
      metric: 'perSecond',
      ours: { subject: 'account-access', task: 'login' },
      peer: { subject: 'bare Argon2id', task: 'login' },
      aim: { atLeast: 0.95 },
    }),
  measure: async (bench) => inTurns(bench, [await service(bench), await bareLoop(bench)], turns),
};

async function service(bench: Bench): Promise<Contender> {
  const options: ServiceOptions = { database: join(bench.folder, 'service.db'), people, password };
  const { pid, info } = await bench.start<ServiceInfo>('subjects/service', options);
  const storm = await bench.start<object, Load, Loaded>('load/load-script');
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
        const stormed = storm.ask({ ...logins, ms, connections: stormConnections, allowed: [200, 503] });
        const { p50Ms, p99Ms, answers, ms: took } = await bench.load({ ...keys, ms });
        await stormed;
        // What the process costs meanwhile is mostly that of the logins.
        return { perSecond: answers / (took / 1000), p50Ms, p99Ms };
      },
    },
  };
}

async function bareLoop(bench: Bench): Promise<Contender> {
  const script = await bench.start<object, LoopQuestion, LoopAnswer>('subjects/argon2-loop');
  return { subject: 'bare Argon2id', tasks: { login: (ms) => loopSample(script, { ms, atOnce: cores }) } };
}
