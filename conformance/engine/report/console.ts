import { isWhole } from '../gap.ts';
import { groupBy } from '../group-by.ts';
import { describeLearned } from '../learned.ts';
import { leavesVerdictOpen, outcomeKinds, outOfTimeReason, worstFirst } from '../outcome.ts';
import { truncate } from '../truncate.ts';
import { maxInFull } from './console-causes.ts';
import { consoleDetails } from './console-details.ts';
import { consoleOverview } from './console-overview.ts';
import { notJudgedIn } from './not-judged.ts';
import { describeRejected, rejectedValues } from './rejected-values.ts';
import type { Report } from './report.ts';
import { count, fitForTerminal, type Screen, shorten, styleFor, wrap } from './text.ts';
import { describeUndeclared, undeclaredStatuses } from './undeclared-statuses.ts';

export interface ConsoleOptions {
  readonly colour: boolean;
  readonly columns: number;
  /** Lists every check that did not pass, with its requests. @default false */
  readonly verbose?: boolean;
  /** The command that writes a profile, for a run that had none. */
  readonly profileCommand?: string | undefined;
}

/** The report for the terminal: what was found, on one screen unless `verbose`, and last the verdict. */
export function consoleReport(
  given: Report,
  { colour, columns, verbose = false, profileCommand }: ConsoleOptions,
): string {
  const report = fitForTerminal(given);
  const screen = { style: styleFor(colour), width: Math.min(columns, 100), verbose };
  const sections = [
    ...(verbose ? consoleDetails(report, screen) : consoleOverview(report, screen)),
    ...consoleSummary(report, screen, profileCommand),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

const maxLines = 4;
/** Up to this number the verdict names the checks that could not run, and why. */
const mostNamed = 2;

function consoleSummary(
  report: Report,
  screen: Screen,
  profileCommand: string | undefined,
): string[] {
  const { leftovers, lostRequests = [], learned = [] } = report;
  return [
    outOfTime(report, screen),
    list('NO LONGER NEEDED IN THE BASELINE', report.staleBaseline, screen),
    list(
      'LEFT ON THE SERVER',
      leftovers.map((line) => wrap(line, screen.width - 2, '    ')),
      screen,
    ),
    list(
      'NOT JUDGED',
      notJudgedIn(report).map(({ text }) => wrap(text, screen.width - 2, '    ')),
      screen,
    ),
    list(
      'STATUSES THAT THE DOCUMENT DOES NOT DECLARE (they do not fail the run)',
      undeclaredStatuses(report).map((one) =>
        wrap(
          describeUndeclared(one, screen.verbose ? one.operations.length : maxLines),
          screen.width - 2,
          '    ',
        ),
      ),
      screen,
    ),
    list(
      'VALUES THAT THE DOCUMENT ALLOWS AND THE SERVER REJECTS (they do not fail the run)',
      rejectedValues(report).map((one) =>
        wrap(
          describeRejected(one, screen.verbose ? Number.POSITIVE_INFINITY : maxLines),
          screen.width - 2,
          '    ',
        ),
      ),
      screen,
    ),
    screen.verbose
      ? list(
          'LEARNED (values for the profile)',
          learned.map((one) => wrap(describeLearned(one), screen.width - 2, '    ')),
          screen,
        )
      : '',
    list('LAST REQUESTS WITHOUT A RESPONSE', lostRequests.map(shorten), screen),
    [figures(report, screen), verdict(report, screen), nextStep(report, screen, profileCommand)]
      .filter((line) => line !== '')
      .join('\n'),
  ];
}

function list(heading: string, lines: readonly string[], { verbose }: Screen): string {
  if (lines.length === 0) return '';
  const shown = verbose ? lines : lines.slice(0, maxLines);
  const left = lines.length - shown.length;
  return [
    heading,
    ...shown.map((line) => `  ${line}`),
    ...(left > 0 ? [`  and ${left} more`] : []),
  ].join('\n');
}

function outOfTime({ checks, durationMs }: Report, { width, verbose }: Screen): string {
  const isLate = ({ reason = '' }: Report['checks'][number]) => reason.startsWith(outOfTimeReason);
  const left = checks.filter(isLate).length;
  const ran = checks.filter(({ kind }) => kind !== 'skipped').length;
  if (left === 0) return '';
  const seconds = Math.ceil(((durationMs / 1000) * (ran + left)) / Math.max(1, ran) / 10) * 10;
  const advice = `${count(left, 'check')} of ${ran + left} did not run before --max-time. At the rate of this run, --max-time ${seconds} is enough for all.`;
  const byOperation = groupBy(checks, ({ operation }) => operation);
  const names = [...byOperation].flatMap(([operation = [], own]) =>
    own.every(({ kind }) => kind === 'skipped') && own.some(isLate) ? operation : [],
  );
  if (names.length === 0) return wrap(advice, width);
  const lines = wrap(names.join(', '), width - 2, '  ').split('\n');
  const shown =
    verbose || lines.length <= maxLines ? lines : [...lines.slice(0, maxLines - 1), '  …'];
  return [
    `NOT REACHED BEFORE --max-time (${count(names.length, 'operation')})`,
    `  ${shown.join('\n')}`,
    wrap(advice, width),
  ].join('\n');
}

function figures(report: Report, { style, width }: Screen): string {
  const { summary, checks, requests, durationMs, seed } = report;
  const others = worstFirst.filter(
    (kind) => kind !== 'passed' && kind !== 'skipped' && summary[kind] > 0,
  );
  const parts = (['passed', ...others] as const).map((kind) => {
    const { counted, colour } = outcomeKinds[kind];
    const text = count(summary[kind], counted[0], counted[1]);
    return colour === undefined ? text : style(colour, text);
  });
  const ran = checks.length - summary.skipped;
  const line = `${ran} of ${count(checks.length, 'check')} ran: ${parts.join(', ')}; ${count(requests, 'request')} in ${(durationMs / 1000).toFixed(1)} s, seed ${seed}`;
  return [wrap(line, width), ...extraRounds(report, width), ...successes(report)].join('\n');
}

function extraRounds({ extra }: Report, width: number): string[] {
  if (extra === undefined) return [];
  const { rounds, durationMs, failures } = extra;
  const found = failures === 0 ? 'nothing new' : count(failures, 'more failure');
  const time = `${(durationMs / 1000).toFixed(1)} s`;
  return [wrap(`${count(rounds, 'more round')} in ${time} (--thorough) found ${found}`, width)];
}

function successes({ coverage }: Report): string[] {
  const sum = (of: (one: Report['coverage'][number]) => number) =>
    coverage.reduce((total, one) => total + of(one), 0);
  // The proxy does not know which operation a request is for.
  if (sum(({ requests }) => requests) === 0) return [];
  const succeeded = coverage.filter((one) => one.successes > 0).length;
  return [`operations with a success: ${succeeded} of ${coverage.length}`];
}

function verdict(report: Report, { style, width, verbose }: Screen): string {
  const { verdict: kind, stopReason, target, strict, wire, partial } = report;
  switch (kind) {
    case 'passed': {
      const beyond = [...(strict ? ['the decisions'] : []), ...(wire ? ['the wire'] : [])].join(
        ' and ',
      );
      const what = partial ? 'the selected checks' : 'the contract tests';
      return style(
        'green',
        wrap(
          `${target} passed ${what}${beyond && `, including ${beyond}`}${exceptFor(report)}.`,
          width,
        ),
      );
    }
    case 'failed': {
      const rest = stopReason === undefined ? '' : whyStopped(report, stopReason);
      const { failed } = report.summary;
      // The first ones are shown with their requests anyway.
      const hint =
        verbose || failed <= maxInFull ? '' : ` (--verbose shows all ${failed}, with requests)`;
      return style('red', wrap(`${target} failed the contract tests${rest}${hint}.`, width));
    }
    case 'inconclusive':
      return style(
        'magenta',
        wrap(`Inconclusive: ${whyInconclusive(report)}.`.replace('?.', '?'), width),
      );
  }
}

function exceptFor({ gaps = [], unjudged = [] }: Report): string {
  const parts = [
    ...(gaps.length === 0
      ? []
      : [`${count(gaps.length, 'part')} of the document that cannot be judged`]),
    ...(unjudged.length === 0 ? [] : ['the responses that were not judged']),
  ];
  return parts.length === 0 ? '' : `, except for ${parts.join(' and ')}`;
}

function whyStopped({ requests, lostRequests = [] }: Report, reason: string): string {
  if (isStop(reason)) return `, until ${reason} after ${count(requests, 'request')}`;
  const cause = lostRequests.length === 0 ? '' : ', perhaps because of one of the requests above';
  return `, and stopped responding after ${count(requests, 'request')}${cause}: ${reason.replace(/\.$/, '')}`;
}

const isStop = (reason: string) => reason.startsWith('the run was stopped');

/** Why a run has no verdict, as the end of a sentence. */
export function whyInconclusive(report: Report): string {
  const { target, stopReason, noSuccess, checks, summary, requests } = report;
  if (stopReason !== undefined && isStop(stopReason))
    return `${stopReason} after ${count(requests, 'request')}`;
  if (stopReason !== undefined)
    return `${target} could not be tested: ${stopReason.replace(/\.$/, '')}`;
  if (noSuccess !== undefined) return noSuccess.replace(/\.$/, '');
  if (summary.error > 0)
    return 'a check ended with an error in the test tool, which is a bug: please report it';
  if (summary.skipped === checks.length) {
    const onlyWatch = requests === 0 && checks.every(({ skipped }) => skipped === 'nothing');
    const why = onlyWatch ? ', because the selected ones only watch the responses to others' : '';
    return `${target} could not be tested: no check ran${why}`;
  }
  const { withoutSuccess = [] } = report;
  if (withoutSuccess.length > 0)
    return `nothing failed, but no request succeeded of ${truncate(withoutSuccess.join(', '), 400)}`;
  const unusable = (report.gaps ?? []).filter(isWhole);
  if (unusable.length > 0)
    return `nothing failed, but ${count(unusable.length, 'schema')} of the document cannot be used`;
  const open = untested(checks);
  const named =
    open.length > mostNamed
      ? ''
      : `: ${open.map(({ id, reason }) => `${id} (${reason})`).join(', ')}`;
  return `nothing failed, but ${count(open.length, 'safety or shown check')} could not run${named}`;
}

/** The skipped checks without which there is no verdict. */
function untested(checks: Report['checks']): Report['checks'] {
  return checks.filter(({ basis, skipped }) => leavesVerdictOpen(basis, skipped));
}

function nextStep(
  report: Report,
  { width, verbose }: Screen,
  profileCommand: string | undefined,
): string {
  const { verdict: kind, checks, stopReason, noSuccess } = report;
  const reasons = untested(checks).map(({ reason = '' }) => reason);
  // Without a profile a run tests little, whatever it finds.
  if (
    kind !== 'passed' &&
    stopReason === undefined &&
    profileCommand !== undefined &&
    reasons.some((one) => one.includes('the profile has no'))
  )
    return wrap(`Write a profile that names what is missing: ${profileCommand}`, width);
  if (kind === 'inconclusive' && stopReason === undefined && noSuccess === undefined)
    return wrap(`${adviceFor(reasons)} pass --allow-skipped.`, width);
  const isHidden =
    kind === 'passed' && checks.some(({ kind: of }) => of === 'differs' || of === 'warning');
  if (verbose || !isHidden) return '';
  return wrap('To see what differs, pass --verbose or --report html=report.html.', width);
}

/** What lets the checks run that could not. Without a hint of the cause there is nothing to do about it. */
function adviceFor(reasons: readonly string[]): string {
  const known = [
    ['the profile has no', 'Add what is missing to the profile, or'],
    ['--max-time', 'Give the run more time with --max-time, or'],
    ['the budget of the profile', 'Allow more logins under `budget` in the profile, or'],
    ['in the profile', 'Change the profile as the reasons above say, or'],
  ] as const;
  const [, advice] = known.find(([cause]) => reasons.some((one) => one.includes(cause))) ?? [];
  return advice ?? 'If you accept what these checks cannot see,';
}
