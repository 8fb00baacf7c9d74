import { logInRequests } from '../load/requests.ts';
import type { Bench, Benchmark } from '../run/benchmark.ts';
import { type Contender, loadSample, measureInRounds } from '../run/measure-in-rounds.ts';
import { compareGrowth, sizesOf, startFilled } from './growing.ts';
import { keyServer, keyTasks } from './key-tasks.ts';

const users = 64;
const password = 'a password like any other';
// The lowest cost that Argon2 allows, so that the rest of a login becomes visible.
const passwordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
const connections = 8;
const rounds = { rounds: 5, ms: 400, warmUpMs: 800 };

export const accounts: Benchmark = {
  name: 'accounts',
  title: 'Number of accounts',
  method: `One service per size. Its database is filled with that many accounts, with one access token each, before it starts.
${connections} connections log in, then generate and revoke keys. Argon2 runs at its lowest cost, so that the rest of a login becomes visible.`,
  seconds: { whole: 50, quick: 7 },
  columns: ['cpuMs', 'perSecond', 'p50Ms', 'p99Ms'],
  axis: 'accounts',
  compare: (series) => compareGrowth(series, 'accounts'),
  measure: async (bench) => {
    const contenders: Contender[] = [];
    for (const size of sizesOf(bench)) contenders.push(await contender(bench, size));
    return measureInRounds(bench, contenders, rounds);
  },
};

async function contender(bench: Bench, at: number): Promise<Contender> {
  bench.say(`fills a database with ${at.toLocaleString('en')} accounts`);
  const filling = { accounts: at, keys: 0, tokens: at };
  const { pid, info } = await startFilled(bench, filling, { users, password, passwordCost });
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
