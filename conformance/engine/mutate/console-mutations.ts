import { count, fitForTerminal, type Style, styleFor, wrap } from '../report/text.ts';
import { compareLines } from './line-changes.ts';
import { mutationKinds, type Shown } from './mutation.ts';
import {
  type MutatedOperation,
  type MutationReport,
  scoreText,
  survivorsOf,
  type TriedMutation,
} from './mutation-report.ts';

interface ConsoleOptions {
  readonly colour: boolean;
  readonly columns: number;
  /** Lists all mutations that no test noticed, with what changes in the response. */
  readonly verbose: boolean;
}

const shownSurvivors = 10;
const shownOperations = 8;
const shownNames = 4;

/** The report for the terminal: what no test noticed, the operations, and last the score. */
export function consoleMutations(
  given: MutationReport,
  { colour, columns, verbose }: ConsoleOptions,
): string {
  const report = fitForTerminal(given);
  const screen = { style: styleFor(colour), width: Math.min(columns, 100) };
  return `${[
    survivors(report, screen, verbose),
    operations(report, screen),
    notCalled(report, screen, verbose),
    summary(report, screen, verbose),
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`;
}

interface Screen {
  readonly style: Style;
  readonly width: number;
}

function survivors(report: MutationReport, screen: Screen, verbose: boolean): string {
  const all = survivorsOf(report);
  if (all.length === 0) return '';
  const shown = verbose ? all : all.slice(0, shownSurvivors);
  const left = all.length - shown.length;
  return [
    screen.style('bold', 'NO TEST NOTICED'),
    ...shown.map((one) => survivor(one, screen, verbose)),
    ...(left > 0 ? [`  and ${left} more (--verbose, or --report html=report.html)`] : []),
  ].join('\n');
}

function survivor(
  { operation, status, kind, what, before, after }: TriedMutation,
  { style, width }: Screen,
  verbose: boolean,
): string {
  const text = `${operation} ${status}: ${what.replaceAll('`', '')}`;
  const line = `  ${style('red', wrap(text, width - 2, '    '))}`;
  if (!verbose || before === undefined || after === undefined) return line;
  return [line, `    ${mutationKinds[kind]}`, ...changedLines(before, after, style)].join('\n');
}

function changedLines(before: Shown, after: Shown, style: Style): string[] {
  const lines = compareLines(responseText(before), responseText(after));
  const marked = (list: typeof lines.before, sign: string, colour: 'red' | 'green') =>
    list.flatMap(({ text, isChanged }) =>
      isChanged ? [`    ${style(colour, `${sign} ${text.trim()}`)}`] : [],
    );
  return [...marked(lines.before, '-', 'red'), ...marked(lines.after, '+', 'green')];
}

/** A response as text, the same in all reports. */
export function responseText({ status, contentType, body, note }: Shown): string {
  const head = `HTTP ${status}${note === undefined ? '' : ` (${note})`}`;
  const type = contentType === undefined ? [] : [`Content-Type: ${contentType}`];
  return [head, ...type, ...(body === '' ? [] : ['', body])].join('\n');
}

/** The operations whose tests notice the least come first. */
function operations({ operations: all }: MutationReport, { style }: Screen): string {
  const tried = worstFirst(all);
  if (tried.length === 0) return '';
  const shown = tried.slice(0, shownOperations);
  const rows = shown.map(({ operation, noticed, survived }) => {
    const share = noticed / (noticed + survived);
    const full = Math.round(share * barLength);
    const bar = `${style('green', '█'.repeat(full))}${style('red', '░'.repeat(barLength - full))}`;
    const figures = `${noticed} of ${noticed + survived}`.padStart(longestFigures);
    return `  ${bar}  ${figures}  ${operation}`;
  });
  const left = tried.length - shown.length;
  return [
    style('bold', 'NOTICED, BY OPERATION'),
    ...rows,
    ...(left > 0 ? [`  and ${count(left, 'more operation')}`] : []),
  ].join('\n');
}

const barLength = 20;
const longestFigures = 10;

export function worstFirst(all: readonly MutatedOperation[]): MutatedOperation[] {
  const share = ({ noticed, survived }: MutatedOperation) => noticed / (noticed + survived);
  return all
    .filter(({ noticed, survived }) => noticed + survived > 0)
    .toSorted((one, other) => share(one) - share(other) || other.survived - one.survived);
}

function notCalled(
  { notCalled: names, operations: called }: MutationReport,
  { style }: Screen,
  verbose: boolean,
): string {
  if (names.length === 0) return '';
  const shown = verbose ? names : names.slice(0, shownNames);
  const left = names.length - shown.length;
  const all = count(names.length + called.length, 'operation');
  return [
    style('bold', `CALLED BY NO TEST (${names.length} of ${all})`),
    ...shown.map((name) => `  ${name}`),
    ...(left > 0 ? [`  and ${left} more`] : []),
  ].join('\n');
}

function summary(report: MutationReport, { style, width }: Screen, verbose: boolean): string {
  const { noticed, survived, unreached, left, durationMs, testsMs, seed, inconclusive } = report;
  const runs = `${count(noticed + survived, 'change')} of responses tried in ${seconds(durationMs)}, ${seconds(testsMs)} a run, seed ${seed}`;
  const rest = [
    ...(left === 0 ? [] : [`${left} not tried before --max-time`]),
    ...(unreached === 0 ? [] : [`${unreached} not reached again`]),
  ];
  const ways = (['failed', 'hung', 'crashed'] as const).flatMap((way) => {
    const times = report.mutations.filter((one) => one.noticed === way).length;
    return times === 0 ? [] : [`${times} ${way}`];
  });
  const figures = noticed + survived === 0 ? [] : [wrap([runs, ...rest].join('; '), width)];
  if (inconclusive !== undefined)
    return [...figures, style('magenta', wrap(`Inconclusive: ${inconclusive}.`, width))].join('\n');
  const score = `Score ${scoreText(report)}: the tests noticed ${noticed} of ${noticed + survived} changes${verbose ? ` (${ways.join(', ')})` : ''}.`;
  return [...figures, style(survived === 0 ? 'green' : 'yellow', wrap(score, width))].join('\n');
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
