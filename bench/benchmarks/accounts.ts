import { logInRequests } from '../load/requests.ts';
import type { Bench } from '../run/bench.ts';
import type { Benchmark } from '../run/benchmark.ts';
import { type Contender, inTurns } from '../run/in-turns.ts';
import { loadSample } from '../run/load-sample.ts';
import { compareGrowth, sizesOf, startFilled } from './growing.ts';
import { keyServer, keyTasks } from './key-tasks.ts';

const people = 64;
const password = 'a password like any other';
// The least that Argon2 can do, so that what is left of a login can be seen.
const passwordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
const connections = 8;
const turns = { turns: 5, ms: 400, warmUpMs: 800 };

export const accounts: Benchmark = {
  name: 'accounts',
  title: 'As the accounts grow in number',
  method: `A service for each size, whose database was filled with so many accounts, with an access token each, before it started.
${connections} connections log in, with Argon2 at its least so that the rest of a login can be seen, and generate and revoke keys.`,
  seconds: { whole: 50, quick: 7 },
  columns: ['cpuMs', 'perSecond', 'p50Ms', 'p99Ms'],
  chart: { kind: 'lines', metric: 'cpuMs', unit: 'ms of a processor for a request', axis: 'accounts' },
  compare: (series) => compareGrowth(series, 'accounts'),
  measure: async (bench) => {
    const contenders: Contender[] = [];
    for (const size of sizesOf(bench)) contenders.push(await contender(bench, size));
    return inTurns(bench, contenders, turns);
  },
};

async function contender(bench: Bench, at: number): Promise<Contender> {
  bench.say(`fills a database with ${at.toLocaleString('en')} accounts`);
  const filling = { accounts: at, keys: 0, tokens: at };
  const { pid, info } = await startFilled(bench, filling, { people, password, passwordCost });
  const { url, tokens, identities } = info;
  const logins = { url, requests: logInRequests(identities, password), connections };
  return {
    subject: 'account-access',
    at,
    tasks: {
      ...keyTasks(bench, keyServer(url, pid, tokens), connections),
      login: async (ms) => (await loadSample(bench, pid, { ...logins, ms })).sample,
    },
  };
}
