import { truncate } from '../truncate.ts';
import { consoleSummary } from './console-summary.ts';
import type { Finding, Report, ReportedCheck } from './report.ts';
import { fitForTerminal, type Style, shorten, styleFor, wrap } from './text.ts';

export interface ConsoleOptions {
  readonly colour: boolean;
  readonly columns: number;
}

/** The run for people: failures first, then what differs, what was skipped and why, what was observed, coverage. */
export function consoleReport(given: Report, { colour, columns }: ConsoleOptions): string {
  const report = fitForTerminal(given);
  const style = styleFor(colour);
  const width = Math.min(columns, 100);
  const of = (kind: ReportedCheck['kind']) => report.checks.filter((check) => check.kind === kind);
  const sections = [
    ...of('failed').map((check) => told(check, 'FAILED', style('red', 'FAILED'), style, width)),
    ...of('error').map(
      (check) => `${style('magenta', 'ERROR')} ${check.id}\n  an error in the test tool: ${check.reason}`,
    ),
    ...of('differs').map((check) => told(check, 'DIFFERS', style('yellow', 'DIFFERS'), style, width)),
    accounted(of('known'), 'KNOWN', width),
    accounted(of('waived'), 'WAIVED', width),
    skippedChecks(of('skipped'), width),
    observed(report.checks, width),
    ...consoleSummary(report, style, width),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function told(check: ReportedCheck, label: string, painted: string, style: Style, width: number): string {
  const indent = ' '.repeat(label.length + 1);
  const head = `${painted} ${style('bold', check.id)}`;
  const rule = `${indent}${wrap(check.rule, width - indent.length, indent)}`;
  const source = `${indent}${style('dim', `${check.strength}, ${check.source}`)}`;
  return [head, rule, source, ...findings(check, style, width)].join('\n');
}

/** Told with request and answer, of each check: it can find hundreds, and most of them say the same. */
const mostInFull = { failed: 3, differs: 1 };
/** Told in a line or two. */
const mostInShort = 12;

function findings({ kind, findings: all }: ReportedCheck, style: Style, width: number): string[] {
  const describeError = kind === 'failed' ? mostInFull.failed : mostInFull.differs;
  const isAlike = (one: Finding) => (other: Finding) =>
    one.id === other.id && one.expected === other.expected;
  const different = all.filter((finding, at) => all.findIndex(isAlike(finding)) === at);
  const inShort = different.slice(describeError, describeError + mostInShort);
  const left = different.length - describeError - inShort.length;
  return [
    ...different.slice(0, describeError).map((finding) => describe(finding, style, width)),
    ...(inShort.length > 0 ? [''] : []),
    ...inShort.map((finding) => also(finding, style, width)),
    ...(left > 0
      ? [`\n  ${wrap(`${left} more: --report html=<file> or json=<file> tells all`, width - 2, '  ')}`]
      : []),
  ];
}

function also({ id, expected, got }: Finding, style: Style, width: number): string {
  return `  ${style('dim', 'also'.padEnd(10))}${wrap(`${expected}; got ${truncate(got, 100)} (finding ${id})`, width - 12, ' '.repeat(12))}`;
}

function describe(finding: Finding, style: Style, width: number): string {
  const line = (name: string, text: string) =>
    `  ${style('dim', name.padEnd(10))}${wrap(text, width - 12, ' '.repeat(12))}`;
  const last = finding.exchanges.at(-1);
  const answer = last && `${last.status === undefined ? '' : `HTTP ${last.status} `}${last.answer}`;
  return [
    '',
    line('expected', finding.expected),
    line('got', finding.got),
    ...(finding.note === undefined ? [] : [line('note', finding.note)]),
    // Not broken into lines, so that it can be pasted.
    ...finding.exchanges.map(({ curl }) => `  ${style('dim', 'send'.padEnd(10))}${shorten(curl)}`),
    ...(answer === undefined ? [] : [line('answer', answer)]),
    ...(finding.traceId === undefined ? [] : [line('trace id', finding.traceId)]),
    line('finding', finding.id),
  ].join('\n');
}

function accounted(checks: readonly ReportedCheck[], label: string, width: number): string {
  if (checks.length === 0) return '';
  const lines = checks.map(({ id, reason = '' }) => `  ${wrap(`${id}: ${reason}`, width - 2, '    ')}`);
  return [`${label} (not counted)`, ...lines].join('\n');
}

function skippedChecks(checks: readonly ReportedCheck[], width: number): string {
  if (checks.length === 0) return '';
  const reasons = new Map<string, string[]>();
  for (const { id, reason = 'no reason' } of checks)
    reasons.set(reason, [...(reasons.get(reason) ?? []), id]);
  const lines = [...reasons].map(
    ([reason, ids]) => `  ${wrap(reason, width - 2, '  ')}\n    ${wrap(ids.join(', '), width - 4, '    ')}`,
  );
  return [`SKIPPED (${checks.length})`, ...lines].join('\n');
}

function observed(checks: readonly ReportedCheck[], width: number): string {
  const lines = checks.flatMap(({ id, notes, findings }) => [
    ...notes.map((note) => `${id}: ${note}`),
    ...findings.filter(({ kind }) => kind === 'observed').map(({ got }) => `${id}: ${got}`),
  ]);
  if (lines.length === 0) return '';
  return ['OBSERVED (fails nothing)', ...lines.map((line) => `  ${wrap(line, width - 2, '    ')}`)].join(
    '\n',
  );
}
