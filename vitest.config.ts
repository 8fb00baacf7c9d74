import { existsSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';
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
  server: { deps: { external: [/\/node_modules\//, /\/dist\/.*\.js$/] } },
  // V8 of Node 20 optimizes code so early that half an hour of it would not pay: with this, tests take a sixth less CPU. Later versions
  // lack the option.
  execArgv: process.version.startsWith('v20.') ? ['--interrupt-budget=2000000'] : [],
};

const root = import.meta.dirname;
const dist = join(root, 'dist');

/**
 * In `npm test`, modules that are built are loaded as built, by Node: what ships is tested, and Vite transforms a third of the
 * files. The child processes that they start read no TypeScript, either, which takes a third of the time.
 */
const builtModules = {
  name: 'built-modules',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    const found = await this.resolve(source, importer, options);
    if (found === null || extname(found.id) !== '.ts') return found;
    const file = join(dist, relative(root, found.id)).replace(/ts$/, 'js');
    return existsSync(file) ? { id: file } : found;
  },
} satisfies Plugin;

const plugins = built ? [builtModules] : [];

// biome-ignore lint/style/noDefaultExport: vitest reads the default export.
export default defineConfig({
  test: {
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins,
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
        plugins,
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
