import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server's URL in the project `postgres`; empty where no server can run; `undefined` in all other tests. */
    postgres: string | undefined;
  }
}

/** One PostgreSQL server for all tests of the project `postgres`. */
// biome-ignore lint/style/noDefaultExport: vitest calls the default export.
export default async function setup(project: TestProject) {
  const server = await startPostgres();
  if (typeof server === 'string') {
    const told = `PostgreSQL cannot start here, so its tests are SKIPPED: ${server}`;
    if (process.env.CI === 'true') throw new Error(told);
    process.stderr.write(`\n${'!'.repeat(100)}\n${told}\n${'!'.repeat(100)}\n\n`);
    project.provide('postgres', '');
    return () => {};
  }
  project.provide('postgres', server.url);
  return () => server.stop();
}
