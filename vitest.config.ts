import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

const common = {
  // A test that hangs must end; how fast the machine is must not matter.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
  // A worker keeps what it has loaded for its next file: to load it anew for each was a third of all the work. What a file
  // changes for all, it puts back.
  isolate: false,
};
const exclude = ['test/browser/**', 'test/runtimes/**'];

// biome-ignore lint/style/noDefaultExport: vitest reads the default export.
export default defineConfig({
  test: {
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...common,
          name: 'sqlite',
          include: ['test/**/*.test.ts'],
          exclude: [...exclude, 'test/postgres/**'],
        },
      },
      {
        test: {
          ...common,
          name: 'postgres',
          exclude,
          globalSetup: 'test/support/postgres/postgres-server.ts',
          setupFiles: 'test/support/postgres/skip-without-postgres.ts',
          // Where it matters what the database is.
          include: [
            'test/server/store/{accounts,audit,audit-tamper,encryption,rate-limits,write}.test.ts',
            'test/server/{linearizable,restart,two-servers}.test.ts',
            'test/operator/move.test.ts',
            'test/server/walk/*.test.ts',
            'test/server/operations/{concurrency,simultaneous-logins}.test.ts',
            'test/server/{faults/store-faults,faults/group,kill/kill}.test.ts',
            'test/postgres/**/*.test.ts',
            'test/service/store/*.test.ts',
          ],
        },
      },
    ],
  },
});
