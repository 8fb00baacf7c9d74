import { type Check, type ResponseCheck, type Rule, realClock } from '../check.ts';
import type { Gap } from '../gap.ts';
import { describeRequest } from '../http/curl-command.ts';
import type { Exchange } from '../http/exchange.ts';
import { mapInParallel } from '../map-in-parallel.ts';
import {
  CannotTestError,
  CheckSkipped,
  type Failure,
  type Outcome,
  outOfTimeReason,
  Postponed,
} from '../outcome.ts';
import type { RunnableSuite } from '../suite.ts';
import { confirmed, mustConfirm, watchWrites } from './confirm.ts';
import { confirmResponse } from './confirm-responses.ts';
import { countCoverage, withoutSuccess } from './coverage.ts';
import { staleEntries } from './judge.ts';
import { explainNoSuccess, watchRejections } from './no-success.ts';
import { withLater } from './rounds.ts';
import {
  type CheckRun,
  createOutcomeLog,
  describeError,
  runCheck,
  trackActivity,
} from './run-check.ts';
import { createRunContext } from './run-context.ts';
import type { ExtraRounds, RunOptions } from './run-options.ts';
import { createBudget, inOrder, isSelected, type Skip, unmetNeed } from './select-checks.ts';
import { trackLostRequests, watchExchanges } from './watch-exchanges.ts';

interface Run extends ReturnType<typeof prepareRun> {
  stopReason?: string | undefined;
  /** 0, or more in the rounds of `thorough`. */
  round: number;
}

const progressMs = 500;

/** Runs the checks, and says by events what comes of each. */
export async function runChecks(options: RunOptions): Promise<void> {
  const { target, suites } = options;
  const start = performance.now();
  const run: Run = { ...prepareRun(options), round: 0 };
  options.signal?.addEventListener('abort', () => {
    run.stopReason ??= String(options.signal?.reason?.message);
  });
  const coverage = countCoverage(suites, target.baseUrl);
  const lostRequests = trackLostRequests();
  const rejections = watchRejections(suites, target.baseUrl);
  const isChosen = (rule: Rule) => isSelected(rule, options);
  const { watch, responseChecks } = run;
  let requests = 0;
  const stopListening = run.context.target.listen((exchange) => {
    requests += 1;
    run.activity.countRequest();
    run.hasLoss ||= exchange.response === undefined;
    for (const observer of [coverage, rejections, lostRequests, run.writes, watch])
      observer.inspect(exchange);
  });

  const checks = suites.flatMap((suite) => inOrder(suite.checks.filter(isChosen)));
  options.onEvent?.({
    type: 'started',
    rules: [...checks, ...responseChecks],
    isPartial: suites.some(
      (suite) => suite.isPartial || ![...suite.checks, ...suite.responseChecks].every(isChosen),
    ),
  });
  const reportGaps = createGapReporter(suites, (gap) => options.onEvent?.({ type: 'gap', gap }));
  reportGaps();
  const progress = setInterval(
    () => options.onEvent?.({ type: 'progress', requests, coverage: coverage.news() }),
    progressMs,
  );
  for (const suite of suites) await runSuite(suite, run);
  const extra = options.thorough === true ? await useUpTime(run) : undefined;
  const leftovers = await run.context.undoAll();
  clearInterval(progress);
  stopListening();
  for (const { rule, outcome } of watch.end()) run.log.add(rule, outcome);
  reportGaps();

  const isRandom = (id: string) =>
    checks.some((check) => check.id === id && check.needs.includes('fuzz'));
  options.onEvent?.({
    type: 'ended',
    durationMs: performance.now() - start,
    requests,
    coverage: coverage.report(),
    withoutSuccess: mustSucceed(options) ? withoutSuccess(coverage.report(), suites) : [],
    noSuccess:
      mustSucceed(options) && options.failFast !== true && run.stopReason === undefined
        ? explainNoSuccess(coverage.report(), rejections.most(), options)
        : undefined,
    stale: staleEntries(run.judgeOptions.known, run.log.outcomes(), isRandom, run.judgeOptions.now),
    extra,
    leftovers,
    learned: suites.flatMap((suite) => suite.learned?.() ?? []),
    stopReason: run.stopReason,
    lostRequests: describeLost(lostRequests.list(), run),
  });
}

/** Returns a function that reports the gaps that are new, or whose operations have changed. */
export function createGapReporter(
  suites: readonly RunnableSuite[],
  report: (gap: Gap) => void,
): () => void {
  const reported = new Set<string>();
  return () => {
    for (const gap of suites.flatMap((suite) => suite.gaps?.() ?? [])) {
      const text = JSON.stringify(gap);
      if (!reported.has(text)) report(gap);
      reported.add(text);
    }
  };
}

/** Some checks send only what the server rejects, so a run of them shows nothing about the others. */
function mustSucceed({ suites, only, skip, bases }: RunOptions): boolean {
  return suites.some((suite) => suite.requiresSuccess) && !only && !skip && !bases;
}

function describeLost(lost: readonly Exchange[], { options, stopReason }: Run): string[] {
  if (stopReason === undefined || options.signal?.aborted === true) return [];
  const { target, secrets } = options;
  return lost.map(({ request }) => describeRequest(request, target.baseUrl, secrets));
}

/** Each once: suites share the checks that do not depend on a contract. */
export function responseChecksOf(suites: readonly RunnableSuite[]): ResponseCheck[] {
  return [
    ...new Map(
      suites.flatMap((suite) => suite.responseChecks).map((rule) => [rule.id, rule]),
    ).values(),
  ];
}

function prepareRun(options: RunOptions) {
  const { profile, strict = false, wire = false, known = [] } = options;
  const activity = trackActivity();
  const { clock = realClock } = options;
  const judgeOptions = { strict, wire, known, waivers: profile.waivers, now: clock.now() };
  const context = createRunContext(options, activity);
  const responseChecks = responseChecksOf(options.suites).filter((rule) =>
    isSelected(rule, options),
  );
  return {
    options,
    judgeOptions,
    context,
    activity,
    responseChecks,
    watch: watchExchanges(responseChecks, context, judgeOptions, activity.check),
    spend: createBudget(profile.budget),
    writes: watchWrites(),
    log: createOutcomeLog(options.onEvent),
    hasLoss: false,
    /** The checks of the suites that have begun, by id. */
    started: new Map<string, Check>(),
    /** Of the checks that may run in more than one round, by id. */
    outcomes: new Map<string, Outcome>(),
  };
}

async function runSuite(suite: RunnableSuite, run: Run): Promise<void> {
  const { options } = run;
  let checks: readonly Check[] = suite.checks.filter((rule) => isSelected(rule, options));
  if (run.stopReason === undefined && checks.length > 0) {
    try {
      checks = (await suite.start(run.context)).filter((rule) => isSelected(rule, options));
    } catch (error) {
      const isExpected = error instanceof CannotTestError || error instanceof CheckSkipped;
      run.stopReason = isExpected
        ? error.message
        : `an error in the test tool: ${describeError(error)}`;
    }
  }
  const ordered = inOrder(checks);
  for (const check of checks) run.started.set(check.id, check);
  // The first failure ends the run, so no other check may be under way.
  const width = options.failFast === true ? 1 : options.profile.limits.parallel;
  const postponed = new Map<Check, Postponed>();
  for (const batch of inBatches(ordered, width)) await runBatch(batch, suite, run, postponed);
  const soonestFirst = [...postponed]
    .sort(([, a], [, b]) => a.until - b.until)
    .map(([check]) => check);
  for (const batch of inBatches(soonestFirst, width)) await runBatch(batch, suite, run);
  suite.beginBatch?.(1);
}

/** Adds the checks to `postponed` that have to wait for a rate limit. Without it they wait, and their cost is paid already. */
async function runBatch(
  batch: readonly Check[],
  suite: RunnableSuite,
  run: Run,
  postponed?: Map<Check, Postponed>,
): Promise<void> {
  suite.beginBatch?.(batch.length);
  const again: Check[] = [];
  const doubtful: (readonly [Check, CheckRun])[] = [];
  await mapInParallel(run.options, batch, async (check) => {
    const skip = reasonToSkip(check, suite, run) ?? (postponed && run.spend(check.cost));
    if (skip !== undefined) return run.round === 0 ? run.log.skip(check, skip) : undefined;
    try {
      const ran = await runOne(
        check,
        run,
        postponed !== undefined && check.operation !== undefined,
      );
      if (batch.length > 1 && ran.outcome.kind !== 'passed' && suite.hasReachedLimit?.() === true)
        again.push(check);
      else if (mustConfirm(check, ran.outcome)) doubtful.push([check, ran]);
      else finish(check, ran, run);
    } catch (error) {
      if (!(error instanceof Postponed)) throw error;
      postponed?.set(check, error);
    }
  });
  for (const check of again) {
    suite.beginBatch?.(1);
    finish(check, await runOne(check, run, false), run);
  }
  if (run.hasLoss) await stopIfUnresponsive(run);
  const others = batch.length - 1;
  for (const [check, first] of doubtful) {
    suite.beginBatch?.(1);
    finish(check, await run.watch.alone(() => confirmAlone(check, first, run, others)), run);
  }
  await orStopped(() => confirmResponses(suite, run, others));
}

async function confirmResponses(suite: RunnableSuite, run: Run, others: number): Promise<void> {
  const { context, options, watch } = run;
  const means = {
    context,
    suites: options.suites,
    run: (check: Check) => runOne(check, run, false),
  };
  for (const doubt of watch.doubts()) {
    if (run.stopReason !== undefined || context.remaining() <= 0) return;
    if (doubt.isConfirmed()) continue;
    suite.beginBatch?.(1);
    const sender = run.started.get(doubt.failure.sentBy ?? '');
    const explain = () => explanation(doubt.failure, run, others);
    await watch.alone(() => confirmResponse(doubt, sender, means, explain));
  }
}

/** What the run did that may explain a failure that does not recur. */
function explanation(failure: Failure, { writes }: Run, others: number): string {
  const write = writes.before(failure);
  const causes = [
    ...(others > 0 ? [`${others} other checks ran at the same time`] : []),
    ...(write === undefined ? [] : [`the last write before was ${write}`]),
  ];
  return causes.length === 0 ? 'nothing that the run did explains it' : causes.join('; ');
}

/** Runs a check that failed again, while no other one runs, with new values and resources. */
async function confirmAlone(
  check: Check,
  first: CheckRun,
  run: Run,
  others: number,
): Promise<CheckRun> {
  if (run.stopReason !== undefined || run.context.remaining() <= 0) return first;
  const second = await runOne(check, run, false);
  const explain = (failure: Failure) => explanation(failure, run, others);
  return { ...second, outcome: confirmed(check, first.outcome, second.outcome, explain) };
}

/** Ends the run when the server responds no longer, while the requests that came before are known. */
async function stopIfUnresponsive(run: Run): Promise<void> {
  run.hasLoss = false;
  await orStopped(async () => {
    run.stopReason ??= await run.context.whyUnresponsive();
  });
}

/** Does what may be interrupted by the end of the run. */
async function orStopped(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CheckSkipped || error instanceof CannotTestError)) throw error;
  }
}

function runOne(
  check: Check,
  { options, context, judgeOptions, activity, round }: Run,
  mayPostpone: boolean,
) {
  options.onEvent?.({ type: 'checking', rule: check });
  return runCheck(check, context, judgeOptions, activity, mayPostpone, round);
}

function finish(check: Check, { outcome, stopReason }: CheckRun, run: Run): void {
  if (stopReason !== undefined) run.stopReason = stopReason;
  const before = run.outcomes.get(check.id);
  const all = before === undefined ? outcome : withLater(check, before, outcome);
  if (check.isVaried === true) run.outcomes.set(check.id, all);
  // A round adds little to most checks, and there may be thousands.
  if (all.failures.length !== before?.failures.length) run.log.add(check, all);
}

/** Runs the checks that send other values in each round, until the time of the run is used up. */
async function useUpTime(run: Run): Promise<ExtraRounds> {
  const { options, context, outcomes } = run;
  const start = performance.now();
  const sumOf = (figure: (outcome: Outcome) => number) =>
    [...outcomes.values()].reduce((sum, outcome) => sum + figure(outcome), 0);
  const failures = () => sumOf((outcome) => outcome.failures.length);
  const requests = () => sumOf((outcome) => outcome.requests);
  const before = failures();
  const varied = [...run.started.values()].filter(({ id }) => {
    const kind = outcomes.get(id)?.kind;
    return kind !== undefined && kind !== 'skipped' && kind !== 'error';
  });
  let sent: number;
  do {
    run.round += 1;
    sent = requests();
    for (const suite of options.suites) {
      const ids = new Set(suite.checks.map(({ id }) => id));
      const own = inOrder(varied.filter(({ id }) => ids.has(id)));
      for (const batch of inBatches(own, options.profile.limits.parallel))
        await runBatch(batch, suite, run, new Map());
    }
    // Nothing is left to be sent when the time is up, or the budget of logins.
  } while (requests() > sent && context.remaining() > 0);
  for (const check of varied) {
    const outcome = outcomes.get(check.id);
    if (outcome !== undefined) run.log.add(check, outcome);
  }
  const durationMs = performance.now() - start;
  return { rounds: run.round, durationMs, failures: failures() - before };
}

function reasonToSkip(
  check: Check,
  suite: RunnableSuite,
  { options, context, log, stopReason }: Run,
): Skip | undefined {
  if (stopReason !== undefined)
    return {
      reason: options.signal?.aborted === true ? stopReason : `the server went away: ${stopReason}`,
      skipped: 'missing',
    };
  if (options.failFast === true && log.hasFailure())
    return { reason: 'stopped at the first failure (--fail-fast)', skipped: 'choice' };
  if (context.remaining() <= 0) return { reason: outOfTimeReason, skipped: 'missing' };
  return unmetNeed(check, suite.needs, options);
}

// Each batch tests the session once. Only a later batch revokes the keys that it generates, so it must not be long.
const checksPerWidth = 4;

/** Checks in a row that may run in parallel, a few at a time. Every other check is on its own. */
function inBatches(checks: readonly Check[], width: number): Check[][] {
  const longest = width > 1 ? width * checksPerWidth : 1;
  const batches: Check[][] = [];
  for (const check of checks) {
    const last = batches.at(-1);
    const first = last?.[0];
    const fits = last !== undefined && last.length < longest && first?.stage === check.stage;
    if (fits && check.exclusive !== true && first?.exclusive !== true) last.push(check);
    else batches.push([check]);
  }
  return batches;
}
