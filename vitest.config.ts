import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

const common = { testTimeout: 30_000, hookTimeout: 60_000 };
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
          globalSetup: 'test/support/postgres-project.ts',
          setupFiles: 'test/support/skip-without-postgres.ts',
          // Where it matters what the database is.
          include: [
            'test/store/{accounts,api-keys,audit,audit-tamper,brakes,counts,logins,processes,restart,sealing,secrets,sweep}.test.ts',
            'test/server/{brakes-shared,concurrency,linearizable,restart,two-servers}.test.ts',
            'test/operator/move.test.ts',
            'test/server/walk/*.test.ts',
            'test/server/operations/{login-mfa,login-brakes}.test.ts',
            'test/server/{faults/{store-faults,readiness},kill/kill}.test.ts',
            'test/postgres/**/*.test.ts',
          ],
        },
      },
    ],
  },
});
