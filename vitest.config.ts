import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineConfig } from 'vitest/config';
import { built } from './test/support/command/child-process.ts';
import { LongestFirst } from './test/support/longest-first.ts';

const common = {
  // A test that hangs must end; how fast the machine is must not matter.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
  // A worker keeps what it has loaded for its next file: to load it anew for each was a third of all the work. What a file
  // changes for all, it puts back.
  isolate: false,
  // V8 of Node 20 optimizes code so early that half an hour of it would not pay: with this, tests take a sixth less CPU. Later versions
  // lack the option.
  execArgv: process.version.startsWith('v20.') ? ['--interrupt-budget=2000000'] : [],
};

const root = import.meta.dirname;
/** The modules that say where the child process and its program are. */
const startChild = new Set([
  'bin/engine.ts',
  'conformance/engine/bin/program.ts',
  'conformance/engine/commands/start-task.ts',
]);

/**
 * In `npm test`, the commands that run in the process of a test start their child process as built. It takes a third of the time of
 * one that reads TypeScript, and there are hundreds.
 */
const builtChild = {
  name: 'built-child',
  enforce: 'pre' as const,
  transform(code: string, id: string): string | undefined {
    const path = relative(root, id);
    if (!built || !startChild.has(path)) return undefined;
    const file = join(root, 'dist', path).replace(/\.ts$/, '.js');
    return code
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
      .replaceAll('import.meta.filename', JSON.stringify(file))
      .replaceAll('import.meta.dirname', JSON.stringify(join(file, '..')));
  },
};

// biome-ignore lint/style/noDefaultExport: vitest reads the default export.
export default defineConfig({
  test: {
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: [builtChild],
        test: {
          ...common,
          name: 'sqlite',
          include: ['test/**/*.test.ts'],
          exclude: [
            'test/browser/**',
            'test/runtimes/**',
            'test/postgres/**',
            '**/node_modules/**',
          ],
        },
      },
      {
        test: {
          ...common,
          name: 'postgres',
          globalSetup: 'test/support/postgres/postgres-server.ts',
          setupFiles: 'test/support/postgres/skip-without-postgres.ts',
          // Where it matters what the database is.
          include: [
            'test/server/store/*.test.ts',
            'test/server/durability/*.test.ts',
            'test/postgres/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          ...common,
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: 'test/browser/support/global-setup.ts',
          setupFiles: 'test/browser/support/skip-without-browser.ts',
        },
      },
      {
        // The first run on a machine fetches two runtimes before there is a test.
        test: { ...common, name: 'runtimes', include: ['test/runtimes/**/*.test.ts'] },
      },
    ],
  },
});
