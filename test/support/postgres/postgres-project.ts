import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the server in the project `postgres`. Empty where no server can run, `undefined` in all other tests. */
    postgres: string | undefined;
  }
}

/** One PostgreSQL server for all tests of the project `postgres`. */
// biome-ignore lint/style/noDefaultExport: vitest calls the default export.
export default async function setup(project: TestProject) {
  const server = await startPostgres();
  if (typeof server === 'string') {
    const message = `PostgreSQL cannot start here, so its tests are SKIPPED: ${server}`;
    if (process.env.CI === 'true') throw new Error(message);
    process.stderr.write(`\n${'!'.repeat(100)}\n${message}\n${'!'.repeat(100)}\n\n`);
    project.provide('postgres', '');
    return () => {};
  }
  project.provide('postgres', server.url);
  return () => server.stop();
}
