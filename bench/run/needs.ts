import { install } from '../../scripts/install.ts';
import { findBrowser } from '../../test/browser/support/find-browser.ts';
import { startPostgres } from '../../test/support/postgres/postgres-server.ts';
import type { Benchmark, Need } from './benchmark.ts';

/** Each returns what is missing, and how to get it; `undefined` when nothing is. */
const checks: Readonly<Record<Need, () => Promise<string | undefined>>> = {
  /** The packages of `bench/package.json`, which it installs. */
  peers: () => install('bench').then(nothing, (error) => `what it compares with: ${reasonOf(error)}`),
  browser: async () => {
    if (findBrowser(process.env) !== undefined) return undefined;
    return 'Chromium: `apt-get install chromium`, or name one in the variable CHROMIUM';
  },
  postgres: async () => {
    const server = await startPostgres();
    if (typeof server === 'string') return `PostgreSQL, which can't start here: ${server}`;
    await server.stop();
    return undefined;
  },
};

/** A line for each benchmark that lacks something. It is found before the first one starts, because all take minutes. */
export async function findMissing(benchmarks: readonly Benchmark[]): Promise<readonly string[]> {
  const needs = [...new Set(benchmarks.flatMap((benchmark) => benchmark.needs ?? []))];
  const missing = new Map(
    await Promise.all(needs.map(async (need) => [need, await checks[need]()] as const)),
  );
  return benchmarks.flatMap(({ name, needs = [] }) =>
    needs.flatMap((need) => {
      const text = missing.get(need);
      return text === undefined ? [] : [`the benchmark ${name} needs ${text}`];
    }),
  );
}

const nothing = () => undefined;
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
