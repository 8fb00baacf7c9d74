import type { Check, CheckContext, Suite } from './check.ts';

/** A suite that hides the type of its context. `makeRunnable` creates it. */
export interface RunnableSuite extends Omit<Suite, 'checks' | 'prepare' | 'beginBatch' | 'hasReachedLimit'> {
  readonly checks: readonly Check[];
  /** Whether operations were left out by choice. */
  readonly isPartial?: boolean;
  /** Prepares the suite, and returns its checks bound to the context. */
  start(context: CheckContext): Promise<readonly Check[]>;
  /** Like those of `Suite`, after the start. */
  beginBatch?(size: number): void;
  hasReachedLimit?(): boolean;
}

/** What the first suite says that says something. */
export function firstOf<Of, Said>(
  suites: readonly Of[],
  said: (suite: Of) => Said | undefined,
): Said | undefined {
  return suites.map(said).find((one) => one !== undefined);
}

/** The words of the documents of these suites. */
export function publicWordsOf(suites: readonly RunnableSuite[]): ReadonlySet<string> {
  return new Set(suites.flatMap(({ publicWords }) => [...(publicWords?.() ?? [])]));
}

export function makeRunnable<Context extends CheckContext>(suite: Suite<Context>): RunnableSuite {
  // Before the start, checks are listed but not run, so their context does not matter.
  const notStarted = () => Promise.reject(new Error('the suite is not started'));
  const unbound = suite.checks.map((check): Check => ({ ...check, run: notStarted }));
  let started: Context | undefined;
  return {
    ...suite,
    checks: unbound,
    beginBatch: (size) => {
      if (started !== undefined) suite.beginBatch?.(started, size);
    },
    hasReachedLimit: () => started !== undefined && suite.hasReachedLimit?.(started) === true,
    start: async (base) => {
      const context = await suite.prepare(base);
      started = context;
      return suite.checks.map((check): Check => ({ ...check, run: () => check.run(context) }));
    },
  };
}
