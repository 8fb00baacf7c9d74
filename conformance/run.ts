import { AsyncLocalStorage } from 'node:async_hooks';
import type { Check, CheckContext, Rule, Suite } from './check.ts';
import { CheckFailure, NotRun, type Outcome, Untestable } from './outcome.ts';
import type { Profile } from './profile.ts';
import { createAsk } from './run/ask.ts';
import { countCoverage, type OperationCoverage } from './run/coverage.ts';
import { type Judging, judge, type Known, sumUp } from './run/judge.ts';
import { createBudget, inOrder, isSelected, type Selection, unmetNeed } from './run/schedule.ts';
import { asList, startWatching } from './run/watch.ts';
import type { Secrets } from './secrets.ts';
import type { Target } from './target.ts';

export interface RunOptions extends Selection {
  readonly target: Target;
  readonly profile: Profile;
  readonly secrets: Secrets;
  /** Suites share the target, the budget and the clock; each prepares its own context. */
  readonly suites: readonly AnySuite[];
  readonly seed: number;
  readonly strict?: boolean;
  readonly failFast?: boolean;
  readonly destructive?: boolean;
  readonly fuzz?: boolean;
  readonly maxTimeMs?: number;
  readonly bailOnUnreachable?: boolean;
  readonly known?: readonly Known[];
  readonly onEvent?: (event: RunEvent) => void;
}

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

export type RunEvent =
  | { readonly type: 'started'; readonly total: number }
  | { readonly type: 'checking'; readonly rule: Rule }
  | { readonly type: 'outcome'; readonly rule: Rule; readonly outcome: Outcome }
  | { readonly type: 'waiting'; readonly seconds: number };

export interface RunResult {
  readonly baseUrl: string;
  readonly seed: number;
  readonly strict: boolean;
  readonly startedAt: number;
  readonly durationMs: number;
  readonly requests: number;
  readonly spent: { readonly logins: number; readonly failures: number };
  /** Every selected rule, in the order of the outcomes. */
  readonly rules: readonly Rule[];
  readonly outcomes: readonly Outcome[];
  readonly coverage: readonly OperationCoverage[];
  /** What the run left behind on the server. */
  readonly leftovers: readonly string[];
  /** Why nothing, or no more, could be tested. */
  readonly untestable: string | undefined;
}

interface Doing {
  requests: number;
  readonly notes: string[];
}

export async function runChecks(options: RunOptions): Promise<RunResult> {
  const { target, profile, suites, seed } = options;
  const startedAt = Date.now();
  const start = performance.now();
  const deadline = start + (options.maxTimeMs ?? 300_000);
  const current = new AsyncLocalStorage<Doing>();
  const judging: Judging = {
    strict: options.strict ?? false,
    waivers: profile.waivers,
    known: options.known ?? [],
  };
  const budget = createBudget(profile.budget);
  const coverage = countCoverage(suites);
  const undo: { name: string; undo: () => Promise<string | undefined> }[] = [];
  const outcomes = new Map<Rule, Outcome>();
  let requests = 0;
  let untestable: string | undefined;
  let stopped = false;

  const remaining = () => deadline - performance.now();
  const context: CheckContext = {
    target,
    profile,
    secrets: options.secrets,
    seed,
    ask: createAsk({
      target,
      remaining,
      unanswered: options.bailOnUnreachable === true ? 1 : 5,
      braked: (exchange) =>
        suites.map((suite) => suite.braked?.(exchange)).find((wait) => wait !== undefined),
      waiting: (seconds) => options.onEvent?.({ type: 'waiting', seconds }),
    }),
    observe: (note) => void current.getStore()?.notes.push(note),
    cleanUp: (name, action) => void undo.push({ name, undo: action }),
    remaining,
  };
  const watch = startWatching(
    suites.flatMap((suite) => suite.always).filter((rule) => isSelected(rule, options)),
    context,
    judging,
  );
  const stopListening = target.listen((exchange) => {
    requests += 1;
    const doing = current.getStore();
    if (doing) doing.requests += 1;
    coverage.see(exchange);
    watch.see(exchange);
  });
  const settle = (rule: Rule, outcome: Outcome) => {
    outcomes.set(rule, outcome);
    options.onEvent?.({ type: 'outcome', rule, outcome });
    if (options.failFast === true && outcome.kind === 'failed') stopped = true;
  };
  const notRun = (rule: Rule, reason: string, doing: Doing = { requests: 0, notes: [] }, durationMs = 0) =>
    settle(rule, { check: rule.id, kind: 'notRun', failures: [], reason, ...doing, durationMs });

  const runOne = async (check: Check) => {
    if (untestable !== undefined) return notRun(check, `the server went away: ${untestable}`);
    if (stopped) return notRun(check, 'stopped at the first failure (--fail-fast)');
    if (remaining() <= 0) return notRun(check, 'out of time (--max-time)');
    const unmet =
      unmetNeed(check.needs, profile, {
        destructive: options.destructive ?? false,
        fuzz: options.fuzz ?? true,
      }) ?? budget.spend(check.cost);
    if (unmet !== undefined) return notRun(check, unmet);
    options.onEvent?.({ type: 'checking', rule: check });
    const doing: Doing = { requests: 0, notes: [] };
    const began = performance.now();
    const took = () => performance.now() - began;
    try {
      const failures = asList(await current.run(doing, () => check.run(context)));
      settle(
        check,
        sumUp(
          check,
          failures.map((failure) => judge(check, failure, judging)),
          { ...doing, durationMs: took() },
        ),
      );
    } catch (error) {
      if (error instanceof CheckFailure) {
        const failures = error.failures.map((failure) => judge(check, failure, judging));
        return settle(check, sumUp(check, failures, { ...doing, durationMs: took() }));
      }
      if (error instanceof Untestable) {
        untestable = error.message;
        return notRun(check, error.message, doing, took());
      }
      if (error instanceof NotRun) return notRun(check, error.reason, doing, took());
      const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
      settle(check, { check: check.id, kind: 'error', failures: [], reason, ...doing, durationMs: took() });
    }
  };

  const total = suites.flatMap((suite) => suite.checks).filter((rule) => isSelected(rule, options)).length;
  options.onEvent?.({ type: 'started', total });
  for (const suite of suites) {
    let checks: readonly Check[] = suite.checks.filter((rule) => isSelected(rule, options));
    if (untestable === undefined && checks.length > 0) {
      try {
        checks = (await suite.start(context)).filter((rule) => isSelected(rule, options));
      } catch (error) {
        if (!(error instanceof Untestable) && !(error instanceof NotRun)) throw error;
        untestable = error.message;
      }
    }
    await inTurn(inOrder(checks), profile.limits.parallel, runOne);
  }

  const leftovers = await cleanUp(undo);
  stopListening();
  const watched = watch.end();
  const rules: Rule[] = [...outcomes.keys()];
  for (const outcome of watched) {
    const rule = suites.flatMap((suite) => suite.always).find(({ id }) => id === outcome.check);
    if (rule === undefined) continue;
    rules.push(rule);
    settle(rule, outcome);
  }
  return {
    baseUrl: target.baseUrl,
    seed,
    strict: judging.strict,
    startedAt,
    durationMs: performance.now() - start,
    requests,
    spent: budget.spent,
    rules,
    outcomes: [...outcomes.values()],
    coverage: coverage.report(),
    leftovers,
    untestable,
  };
}

/** Neighbours that may run beside others do so, `width` at a time; any other runs alone. */
async function inTurn(checks: readonly Check[], width: number, run: (check: Check) => Promise<void>) {
  const waiting = [...checks];
  while (waiting.length > 0) {
    const beside: Check[] = [];
    const stage = waiting[0]?.stage;
    while (waiting[0]?.parallel === true && waiting[0].stage === stage) beside.push(...waiting.splice(0, 1));
    const worker = async () => {
      for (let next = beside.shift(); next !== undefined; next = beside.shift()) await run(next);
    };
    await Promise.all(Array.from({ length: Math.max(1, width) }, worker));
    const alone = waiting.shift();
    if (alone) await run(alone);
  }
}

async function cleanUp(undo: readonly { name: string; undo: () => Promise<string | undefined> }[]) {
  const leftovers: string[] = [];
  for (const { name, undo: action } of [...undo].reverse()) {
    try {
      const left = await action();
      if (left !== undefined) leftovers.push(`${name}: ${left}`);
    } catch (error) {
      leftovers.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return leftovers;
}

/** 0 kept, 1 broken, 3 could not be tested. (2 is for the command line's own errors.) */
export function exitCode({ outcomes, untestable }: Pick<RunResult, 'outcomes' | 'untestable'>): 0 | 1 | 3 {
  const kinds = new Set(outcomes.map(({ kind }) => kind));
  if (kinds.has('failed')) return 1;
  if (untestable !== undefined || kinds.has('error')) return 3;
  return outcomes.some(({ kind }) => kind !== 'notRun') ? 0 : 3;
}
