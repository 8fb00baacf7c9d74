import type { Check, CheckContext, Suite } from './check.ts';

/** A suite whose context is its own business: made by `bind`. */
export interface AnySuite extends Omit<Suite, 'checks' | 'prepare'> {
  readonly checks: readonly Check[];
  /** Prepares the suite and returns its checks, bound to the context it made. */
  start(context: CheckContext): Promise<readonly Check[]>;
}

export function bind<Context extends CheckContext>(suite: Suite<Context>): AnySuite {
  // Before the start a check is only read, never run: a wider context does not matter to it.
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
