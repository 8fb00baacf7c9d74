import { AsyncLocalStorage } from 'node:async_hooks';
import { type Check, type CheckContext, type Clock, type Rule, realClock } from '../check.ts';
import { curlLine } from '../http/curl-command.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Target } from '../http/target.ts';
import { CannotTestError, CheckSkipped, type Outcome } from '../outcome.ts';
import type { Profile } from '../profile/profile.ts';
import type { Secrets } from '../secrets.ts';
import type { AnySuite } from '../suite.ts';
import { cleanUp, type Undo } from './clean-up.ts';
import { countCoverage, type OperationCoverage } from './coverage.ts';
import type { JudgeOptions, KnownFailure } from './judge.ts';
import { describeError, runCheck } from './run-check.ts';
import { runInParallel } from './run-in-parallel.ts';
import { createBudget, inOrder, isSelected, type Selection, unmetNeed } from './schedule.ts';
import { createAsk } from './send-request.ts';
import { trackUnansweredRequests } from './unanswered-requests.ts';
import { watchExchanges } from './watch-exchanges.ts';

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
  /** The real one when absent. The target has one of its own. */
  readonly clock?: Clock;
  readonly bailOnUnreachable?: boolean;
  readonly known?: readonly KnownFailure[];
  readonly onEvent?: (event: RunEvent) => void;
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
  readonly stopReason: string | undefined;
  /** When the server went away: the requests after which it did, as shell lines that send them again, secrets masked. */
  readonly unanswered: readonly string[];
}

interface Doing {
  requests: number;
  readonly notes: string[];
}

export async function runChecks(options: RunOptions): Promise<RunResult> {
  const { target, profile, suites, seed, clock = realClock } = options;
  const startedAt = clock.now();
  const start = performance.now();
  let deadline = start + (options.maxTimeMs ?? 300_000);
  const current = new AsyncLocalStorage<Doing>();
  const judgeOptions: JudgeOptions = {
    strict: options.strict ?? false,
    waivers: profile.waivers,
    known: options.known ?? [],
  };
  const budget = createBudget(profile.budget);
  const coverage = countCoverage(suites);
  const undo: Undo[] = [];
  const outcomes = new Map<Rule, Outcome>();
  const silence = trackUnansweredRequests();
  const again = ({ request }: Exchange) => curlLine(request, target.baseUrl, options.secrets);
  let requests = 0;
  let stopReason: string | undefined;
  let stopped = false;

  const remaining = () => deadline - performance.now();
  const context: CheckContext = {
    target,
    profile,
    secrets: options.secrets,
    seed,
    clock,
    call: createAsk({
      target,
      clock,
      remaining,
      unanswered: options.bailOnUnreachable === true ? 1 : 5,
      rateLimitWait: (exchange) =>
        suites.map((suite) => suite.rateLimitWait?.(exchange)).find((wait) => wait !== undefined),
      waiting: (seconds) => options.onEvent?.({ type: 'waiting', seconds }),
      again,
    }),
    observe: (note) => void current.getStore()?.notes.push(note),
    cleanUp: (name, action) => void undo.push({ name, undo: action }),
    remaining,
  };
  const watch = watchExchanges(
    suites.flatMap((suite) => suite.responseChecks).filter((rule) => isSelected(rule, options)),
    context,
    judgeOptions,
  );
  const stopListening = target.listen((exchange) => {
    requests += 1;
    const doing = current.getStore();
    if (doing) doing.requests += 1;
    coverage.inspect(exchange);
    silence.inspect(exchange);
    watch.inspect(exchange);
  });
  const settle = (rule: Rule, outcome: Outcome) => {
    outcomes.set(rule, outcome);
    options.onEvent?.({ type: 'outcome', rule, outcome });
    if (options.failFast === true && outcome.kind === 'failed') stopped = true;
  };
  const skip = (rule: Rule, reason: string) =>
    settle(rule, {
      check: rule.id,
      kind: 'skipped',
      failures: [],
      reason,
      notes: [],
      requests: 0,
      durationMs: 0,
    });

  const runOne = async (check: Check) => {
    if (stopReason !== undefined) return skip(check, `the server went away: ${stopReason}`);
    if (stopped) return skip(check, 'stopped at the first failure (--fail-fast)');
    if (remaining() <= 0) return skip(check, 'out of time (--max-time)');
    const unmet =
      unmetNeed(check.needs, profile, {
        destructive: options.destructive ?? false,
        fuzz: options.fuzz ?? true,
      }) ?? budget.spend(check.cost);
    if (unmet !== undefined) return skip(check, unmet);
    options.onEvent?.({ type: 'checking', rule: check });
    const doing: Doing = { requests: 0, notes: [] };
    const began = performance.now();
    const put = await current.run(doing, () => runCheck(check, context, judgeOptions));
    if (put.stopReason !== undefined) stopReason = put.stopReason;
    settle(check, put.tell({ ...doing, durationMs: performance.now() - began }));
  };

  const total = suites.flatMap((suite) => suite.checks).filter((rule) => isSelected(rule, options)).length;
  options.onEvent?.({ type: 'started', total });
  for (const suite of suites) {
    let checks: readonly Check[] = suite.checks.filter((rule) => isSelected(rule, options));
    if (stopReason === undefined && checks.length > 0) {
      try {
        checks = (await suite.start(context)).filter((rule) => isSelected(rule, options));
      } catch (error) {
        const expected = error instanceof CannotTestError || error instanceof CheckSkipped;
        stopReason = expected ? error.message : `an error in the test tool: ${describeError(error)}`;
      }
    }
    await runInParallel(inOrder(checks), profile.limits.parallel, runOne);
  }

  // What was made is undone even when time is up.
  deadline = Math.max(deadline, performance.now() + 10_000);
  const leftovers = await cleanUp(undo);
  stopListening();
  const watched = watch.end();
  const rules: Rule[] = [...outcomes.keys()];
  for (const outcome of watched) {
    const rule = suites.flatMap((suite) => suite.responseChecks).find(({ id }) => id === outcome.check);
    if (rule === undefined) continue;
    rules.push(rule);
    settle(rule, outcome);
  }
  return {
    baseUrl: target.baseUrl,
    seed,
    strict: judgeOptions.strict,
    startedAt,
    durationMs: performance.now() - start,
    requests,
    spent: budget.spent,
    rules,
    outcomes: [...outcomes.values()],
    coverage: coverage.report(),
    leftovers,
    stopReason,
    unanswered: stopReason === undefined ? [] : silence.since().map(again),
  };
}
