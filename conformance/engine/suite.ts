import { type Check, type CheckContext, free, type Suite } from './check.ts';
import type { ProfilePart } from './profile/profile-part.ts';
import { safetyChecks } from './safety-checks.ts';

/** A suite that hides the type of its context. `defineSuite` creates it. */
export interface RunnableSuite
  extends Omit<Suite, 'checks' | 'prepare' | 'beginBatch' | 'hasReachedLimit'> {
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

/** The fields of a profile that these suites read. */
export function profilePartsOf(suites: readonly RunnableSuite[]): readonly ProfilePart[] {
  return [...new Set(suites.flatMap(({ profile }) => profile ?? []))];
}

/** The seed of a run that is given none. */
export function seedOf(suites: readonly RunnableSuite[]): number {
  return suites.find(({ seed }) => seed !== undefined)?.seed ?? 1;
}

/** The words of the documents of these suites. */
export function publicWordsOf(suites: readonly RunnableSuite[]): ReadonlySet<string> {
  return new Set(suites.flatMap(({ publicWords }) => [...(publicWords?.() ?? [])]));
}

/** A check whose needs and cost may be left out. */
export type CheckSettings<Context extends CheckContext = CheckContext> = Omit<
  Check<Context>,
  'needs' | 'cost'
> &
  Partial<Pick<Check<Context>, 'needs' | 'cost'>>;

/**
 * A check. It is exclusive when it logs in or needs `--destructive`, unless `exclusive` says otherwise.
 *
 * @example
 * const titles = defineCheck({
 *   id: 'todos/title-is-kept',
 *   rule: 'Returns the title that a to-do was created with.',
 *   ...shown('README'),
 *   run: async ({ call }) => {
 *     const created = await call(jsonRequest('POST', '/todos', { title: 'Ä' }));
 *     if (!created.response.text.includes('Ä')) return mismatch('the title', 'another one', [created]);
 *   },
 * });
 * @throws TypeError when `id` is not two words in kebab-case with a slash between them.
 */
export function defineCheck<Context extends CheckContext = CheckContext>({
  needs = [],
  cost = free,
  ...settings
}: CheckSettings<Context>): Check<Context> {
  if (!/^[a-z\d]+(-[a-z\d]+)*\/[a-z\d]+(-[a-z\d]+)*$/.test(settings.id))
    throw new TypeError(`the id of a check has the form subject/what-holds, not ${settings.id}`);
  return { needs, cost, exclusive: cost.logins > 0 || needs.includes('destructive'), ...settings };
}

/** A suite whose checks need nothing but what every check gets. */
export type PlainSuite = Omit<Suite, 'prepare' | 'responseChecks'> &
  Partial<Pick<Suite, 'responseChecks'>>;

/**
 * A suite that `runSuites`, `contractTests` and `--suite` can run. Without `responseChecks`, every response must be complete and
 * have no 5xx status (`safetyChecks`).
 *
 * @example
 * export default defineSuite({ name: 'todos', checks: [titles] });
 */
export function defineSuite(suite: PlainSuite): RunnableSuite;
/** A suite with a context of its own: what `prepare` returns, before the first check, is what its checks get. */
export function defineSuite<Context extends CheckContext>(suite: Suite<Context>): RunnableSuite;
export function defineSuite<Context extends CheckContext>(
  suite: Suite<Context> | PlainSuite,
): RunnableSuite {
  if ('prepare' in suite) return hideContext(suite);
  return hideContext({
    responseChecks: safetyChecks(),
    ...suite,
    prepare: async (context) => context,
  });
}

function hideContext<Context extends CheckContext>(suite: Suite<Context>): RunnableSuite {
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
      return suite.checks.map(
        (check): Check => ({ ...check, run: (_, round) => check.run(context, round) }),
      );
    },
  };
}
