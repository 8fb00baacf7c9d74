import { defineConfig } from 'vitest/config';

// biome-ignore lint/style/noDefaultExport: vitest reads the default export.
export default defineConfig({
  // The first run on a machine fetches two runtimes before there is a test.
  test: { include: ['test/runtimes/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000, maxWorkers: 1 },
});
