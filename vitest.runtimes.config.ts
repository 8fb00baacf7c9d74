import { defineConfig } from 'vitest/config';

// biome-ignore lint/style/noDefaultExport: vitest reads the default export.
export default defineConfig({
  // The first run on a machine fetches two runtimes before there is a test. A test that hangs must end; how fast the machine
  // and the network are must not matter.
  test: {
    include: ['test/runtimes/**/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 600_000,
    maxWorkers: 1,
  },
});
