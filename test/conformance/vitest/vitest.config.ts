import { defineConfig } from 'vitest/config';

// biome-ignore lint/style/noDefaultExport: vitest reads the default export.
export default defineConfig({
  test: { root: import.meta.dirname, include: ['differing-servers.ts'] },
});
