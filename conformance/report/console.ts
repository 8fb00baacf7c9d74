import { truncate } from '../truncate.ts';
import { consoleSummary } from './console-summary.ts';
import { describeSource } from './describe-source.ts';
import type { Finding, Report, ReportedCheck } from './report.ts';
import { fitForTerminal, type Style, shorten, styleFor, wrap } from './text.ts';

export interface ConsoleOptions {
  readonly colour: boolean;
  readonly columns: number;
}

/** The report for the terminal: failures first, then differences, skipped checks with reasons, observations and coverage. */
export function consoleReport(given: Report, { colour, columns }: ConsoleOptions): string {
  const report = fitForTerminal(given);
  const style = styleFor(colour);
  const width = Math.min(columns, 100);
  const ofKind = (kind: ReportedCheck['kind']) => report.checks.filter((check) => check.kind === kind);
  const sections = [
    ...ofKind('failed').map((check) => describeCheck(check, 'FAILED', style('red', 'FAILED'), style, width)),
    ...ofKind('error').map(
      (check) => `${style('magenta', 'ERROR')} ${check.id}\n  an error in the test tool: ${check.reason}`,
    ),
    ...ofKind('differs').map((check) =>
      describeCheck(check, 'DIFFERS', style('yellow', 'DIFFERS'), style, width),
    ),
    listWithReasons(ofKind('known'), 'KNOWN', width),
    listWithReasons(ofKind('waived'), 'WAIVED', width),
    skippedChecks(ofKind('skipped'), width),
    observed(report.checks, width),
    ...consoleSummary(report, style, width),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function describeCheck(
  check: ReportedCheck,
  label: string,
  styledLabel: string,
  style: Style,
  width: number,
): string {
  const indent = ' '.repeat(label.length + 1);
  const head = `${styledLabel} ${style('bold', check.id)}`;
  const rule = `${indent}${wrap(check.rule, width - indent.length, indent)}`;
  const source = `${indent}${style('dim', `${check.strength}, ${describeSource(check.source).label}`)}`;
  return [head, rule, source, ...findings(check, style, width)].join('\n');
}

/** Findings of a check that are shown with request and response. A check can have hundreds that are alike. */
const maxInFull = { failed: 3, differs: 1 };
/** Findings of a check that are shown in a line or two. */
const maxInShort = 12;

function findings({ kind, findings: all }: ReportedCheck, style: Style, width: number): string[] {
  const shownInFull = kind === 'failed' ? maxInFull.failed : maxInFull.differs;
  const isAlike = (one: Finding) => (other: Finding) =>
    one.id === other.id && one.expected === other.expected;
  const different = all.filter((finding, at) => all.findIndex(isAlike(finding)) === at);
  const inShort = different.slice(shownInFull, shownInFull + maxInShort);
  const left = different.length - shownInFull - inShort.length;
  return [
    ...different.slice(0, shownInFull).map((finding) => describeInFull(finding, style, width)),
    ...(inShort.length > 0 ? [''] : []),
    ...inShort.map((finding) => describeShortly(finding, style, width)),
    ...(left > 0
      ? [
          `\n  ${wrap(`${left} more: write them all with --report html=<file> or json=<file>`, width - 2, '  ')}`,
        ]
      : []),
  ];
}

function describeShortly({ id, expected, got, note }: Finding, style: Style, width: number): string {
  return `  ${style('dim', 'also'.padEnd(10))}${wrap(`${note === undefined ? '' : `${note}: `}${expected}; got ${truncate(got, 100)} (finding ${id})`, width - 12, ' '.repeat(12))}`;
}

function describeInFull(finding: Finding, style: Style, width: number): string {
  const line = (name: string, text: string) =>
    `  ${style('dim', name.padEnd(10))}${wrap(text, width - 12, ' '.repeat(12))}`;
  const last = finding.exchanges.at(-1);
  const response = last && `${last.status === undefined ? '' : `HTTP ${last.status} `}${last.response}`;
  return [
    '',
    line('expected', finding.expected),
    line('got', finding.got),
    ...(finding.note === undefined ? [] : [line('note', finding.note)]),
    // On one line, so that it can be pasted.
    ...finding.exchanges.map(({ curl }) => `  ${style('dim', 'send'.padEnd(10))}${shorten(curl)}`),
    ...(response === undefined ? [] : [line('response', response)]),
    ...(finding.traceId === undefined ? [] : [line('trace id', finding.traceId)]),
    line('finding', finding.id),
  ].join('\n');
}

function listWithReasons(checks: readonly ReportedCheck[], label: string, width: number): string {
  if (checks.length === 0) return '';
  const lines = checks.map(({ id, reason = '' }) => `  ${wrap(`${id}: ${reason}`, width - 2, '    ')}`);
  return [`${label} (not counted)`, ...lines].join('\n');
}

function skippedChecks(checks: readonly ReportedCheck[], width: number): string {
  if (checks.length === 0) return '';
  const reasons = new Map<string, string[]>();
  for (const { id, reason = 'no reason given' } of checks)
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
  return [
    'OBSERVED (does not fail the run)',
    ...lines.map((line) => `  ${wrap(line, width - 2, '    ')}`),
  ].join('\n');
}
