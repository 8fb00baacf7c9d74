import type { Benchmark } from '../run/benchmark.ts';
import { accounts } from './accounts.ts';
import { client } from './client.ts';
import { commits } from './commits.ts';
import { connections } from './connections.ts';
import { contractTests } from './contract-tests.ts';
import { docs } from './docs.ts';
import { generate } from './generate.ts';
import { history } from './history.ts';
import { keys } from './keys.ts';
import { login } from './login.ts';
import { mock } from './mock.ts';
import { start } from './start.ts';

/** In the order in which they run and are reported. */
export const benchmarks: readonly Benchmark[] = [
  generate,
  login,
  connections,
  keys,
  history,
  accounts,
  commits,
  start,
  mock,
  client,
  contractTests,
  docs,
];
