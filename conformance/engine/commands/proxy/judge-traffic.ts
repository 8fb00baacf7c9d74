import type { Profile } from '../../profile/profile.ts';
import type { Entry } from '../../report/entry.ts';
import { keepJournal } from '../../report/journal.ts';
import type { Report, Tool } from '../../report/report.ts';
import { countCoverage, type OperationCoverage } from '../../run/coverage.ts';
import { type KnownFailure, staleEntries } from '../../run/judge.ts';
import { trackActivity } from '../../run/run-check.ts';
import { createGapReporter, responseChecksOf } from '../../run/run-checks.ts';
import { createRunContext } from '../../run/run-context.ts';
import type { RunOptions } from '../../run/run-options.ts';
import { watchExchanges } from '../../run/watch-exchanges.ts';
import { createSecrets } from '../../secrets.ts';
import { publicWordsOf } from '../../suite.ts';
import { withoutQuery } from '../../without-query.ts';
import { connect } from '../connect.ts';
import { readProfileFile } from '../inputs.ts';
import { openSuites } from '../open-suites.ts';
import type { ProxyOptions } from '../options.ts';
import { recordHar } from '../reports.ts';
import type { TaskHost } from '../task-host.ts';
import { continueReport } from './continue-report.ts';
import { learnSecrets } from './learn-secrets.ts';
import { type Copy, readCopy } from './read-copy.ts';

/** What the process that judges is given. */
export interface JudgeInput {
  readonly baseUrl: string;
  readonly options: ProxyOptions;
  readonly known: readonly KnownFailure[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Of the process before it, so that nobody is asked for a secret again. */
  readonly profile: Profile | undefined;
  /** What the processes before it have found. */
  readonly before: Report | undefined;
}

export interface ToJudge {
  readonly number: number;
  readonly copy: Copy;
}

export type FromJudge =
  /** The profile has no renewals: those are functions, and a proxy needs none. */
  | { readonly type: 'ready'; readonly profile: Profile }
  | { readonly type: 'judging'; readonly number: number }
  | { readonly type: 'judged' }
  /** The report has it, and all before it. */
  | { readonly type: 'reported'; readonly number: number }
  | { readonly type: 'bug'; readonly message: string };

/** How often the report is brought up to date. */
const reportMs = 500;

/** Judges the copies that the proxy sends, until it is stopped. */
export async function judgeTraffic(
  { program: load, prompt, signal, write, tell: tellParent, onTold }: TaskHost,
  { baseUrl, options, known, environment, profile: resolved, before }: JudgeInput,
): Promise<void> {
  const tell = (message: FromJudge) => tellParent(message);
  const program = await load();
  const { tool } = program;
  const suites = await openSuites(program, options);
  const profile = resolved ?? (await readProfileFile({ environment, prompt }, options, suites));
  const secrets = createSecrets(() => publicWordsOf(suites));
  const target = await connect(baseUrl, options, profile, secrets);
  target.listen((exchange) => learnSecrets(exchange, secrets, suites));
  const writeHar = recordHar(program, target, secrets, options.report, (har) =>
    write({ type: 'exchange', har }),
  );

  const { strict = false } = options;
  const document = options.document && withoutQuery(options.document);
  const startedAt = new Date().toISOString();
  write({ type: 'started', tool, document, strict, startedAt, target: secrets.mask(baseUrl) });
  const report = reportTraffic(
    { target, profile, secrets, suites, strict, known, tool },
    before === undefined ? write : continueReport(before, secrets, write),
  );

  let last: number | undefined;
  let nextReport = 0;
  const bringUpToDate = () => {
    const start = performance.now();
    report();
    if (last !== undefined) tell({ type: 'reported', number: last });
    last = undefined;
    const now = performance.now();
    // Long reports are rare, so that judging goes on.
    nextReport = now + Math.max(reportMs, 10 * (now - start));
  };
  const keepUp = () => {
    if (last !== undefined && performance.now() >= nextReport) bringUpToDate();
  };
  const timer = setInterval(keepUp, reportMs);

  bringUpToDate();
  onTold((message) => {
    // Only `startJudge` sends messages.
    const { number, copy } = message as ToJudge;
    tell({ type: 'judging', number });
    try {
      const exchange = readCopy(copy);
      if (exchange !== undefined) target.report(exchange);
    } catch (error) {
      tell({ type: 'bug', message: secrets.mask(String(error)) });
    }
    tell({ type: 'judged' });
    last = number;
    // Copies may come so fast that no timer runs.
    keepUp();
  });
  tell({ type: 'ready', profile: { ...profile, renewals: new Map() } });
  await new Promise((resolve) => signal.addEventListener('abort', resolve));

  clearInterval(timer);
  bringUpToDate();
  target.close();
  // It has not seen the traffic before it.
  if (writeHar !== undefined && before === undefined) write({ type: 'traffic', har: writeHar() });
}

type Traffic = Required<
  Pick<RunOptions, 'target' | 'profile' | 'secrets' | 'suites' | 'strict' | 'known'>
> & { readonly tool: Tool };

/** Returns a function that writes what is known of all traffic until then. */
function reportTraffic(
  { tool, strict, known, ...options }: Traffic,
  write: (entry: Entry) => void,
): () => void {
  const { target, profile, secrets, suites } = options;
  const { baseUrl } = target;
  const rules = responseChecksOf(suites);
  const context = createRunContext(
    { ...options, seed: 0, maxTimeMs: Number.POSITIVE_INFINITY },
    trackActivity(),
  );
  const now = Date.now();
  const judgeOptions = { strict, wire: false, known, waivers: profile.waivers, now };
  const watch = watchExchanges(rules, context, judgeOptions, () => undefined);
  const coverage = countCoverage(suites, baseUrl);
  const start = performance.now();
  let requests = 0;
  let responses = 0;
  target.listen((exchange) => {
    requests += 1;
    if (exchange.response !== undefined) responses += 1;
    coverage.inspect(exchange);
    watch.inspect(exchange);
  });

  const onEvent = keepJournal({ baseUrl, profile, secrets, suites, tool, seed: 0 }, write);
  const reportGaps = createGapReporter(suites, (gap) => onEvent({ type: 'gap', gap }));
  onEvent({ type: 'started', rules, isPartial: suites.some(({ isPartial }) => isPartial) });
  return () => {
    const outcomes = watch.outcomes();
    for (const { rule, outcome } of outcomes) onEvent({ type: 'outcome', rule, outcome });
    reportGaps();
    const judged = outcomes.map(({ outcome }) => outcome);
    onEvent({
      type: 'ended',
      durationMs: performance.now() - start,
      requests,
      coverage: coverage.report(),
      withoutSuccess: [],
      stale: staleEntries(known, judged, () => false, now),
      leftovers: [],
      learned: [],
      stopReason: whyNothing(responses, coverage.report()),
      lostRequests: [],
    });
  };
}

/** Hardly anything is tested by other traffic. */
function whyNothing(responses: number, coverage: readonly OperationCoverage[]): string | undefined {
  if (responses === 0) return 'the proxy received no response from the server';
  if (coverage.some(({ requests }) => requests > 0)) return undefined;
  return 'no request matched an operation of the contract; the paths of the contract begin after this address';
}
