import type { Runner } from '../../../conformance/engine/index.ts';

/** A runner that runs each test at once, and the results of its tests by their full names. */
export function collectTests() {
  const results = new Map<string, 'passed' | 'skipped' | Error>();
  const path: string[] = [];
  const nameOf = (name: string) => [...path, name].join(' > ');

  const run = (name: string, test: () => unknown): void => {
    try {
      test();
      results.set(nameOf(name), 'passed');
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      results.set(nameOf(name), error);
    }
  };
  const runner: Runner = {
    describe: (name, register) => {
      path.push(name);
      register();
      path.pop();
    },
    it: Object.assign(run, { skip: (name: string) => void results.set(nameOf(name), 'skipped') }),
  };
  return { runner, results };
}

export function failedIn(results: ReadonlyMap<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    [...results].flatMap(([name, result]) =>
      result instanceof Error ? [[name, result.message]] : [],
    ),
  );
}
