import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

// The tests in a browser are a run of their own, so that `npm test` needs none.
// biome-ignore lint/style/noDefaultExport: vitest reads the default export.
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    include: ['test/browser/**/*.test.ts'],
    globalSetup: 'test/browser/support/global-setup.ts',
    setupFiles: 'test/browser/support/skip-without-browser.ts',
    // A test that hangs must end; how fast the machine is must not matter.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    isolate: false,
    // More than there are cores here: pages are waited for a good part of the time.
    maxWorkers: 3,
  },
});
