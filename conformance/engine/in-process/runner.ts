/** What `contractTests` needs of a test runner. Vitest, Jest, Mocha and `node:test` have it. */
export interface Runner {
  describe(name: string, register: () => void): unknown;
  readonly it: {
    (name: string, run: TestFunction): unknown;
    skip(name: string, run: TestFunction): unknown;
  };
}

/** A test gets the context of its runner. It must not name it as a parameter: Jest and Mocha would wait for a callback. */
export type TestFunction = (...context: readonly unknown[]) => unknown;

/** The runner of this file: its globals, or else Vitest without globals, or `node:test`. */
export async function findRunner(): Promise<Runner> {
  // Only runners define these, as functions.
  const { describe, it } = globalThis as Partial<Runner>;
  if (describe !== undefined && it !== undefined) return { describe, it };
  // biome-ignore lint/style/noProcessEnv: nothing else says that Vitest runs this file.
  if (process.env.VITEST !== undefined) return import('vitest');
  // One of its overloads is this, and TypeScript compares another.
  return (await import('node:test')) as unknown as Runner;
}
