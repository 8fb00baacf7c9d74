import type { Check, CheckContext, Suite } from './check.ts';

/** A suite that hides the type of its context. `bindSuite` creates it. */
export interface AnySuite extends Omit<Suite, 'checks' | 'prepare'> {
  readonly checks: readonly Check[];
  /** Prepares the suite, and returns its checks bound to the context. */
  start(context: CheckContext): Promise<readonly Check[]>;
}

export function bindSuite<Context extends CheckContext>(suite: Suite<Context>): AnySuite {
  // Before the start, checks are listed but not run, so their context does not matter.
  const notStarted = () => Promise.reject(new Error('the suite is not started'));
  const unbound = suite.checks.map((check): Check => ({ ...check, run: notStarted }));
  return {
    ...suite,
    checks: unbound,
    start: async (base) => {
      const context = await suite.prepare(base);
      return suite.checks.map((check): Check => ({ ...check, run: () => check.run(context) }));
    },
  };
}
