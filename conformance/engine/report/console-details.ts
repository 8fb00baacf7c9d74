import { groupBy } from '../group-by.ts';
import { outcomeKinds } from '../outcome.ts';
import { truncate } from '../truncate.ts';
import type { Finding, Report, ReportedCheck } from './report.ts';
import { count, factsOf, line, type Screen, shorten, wrap } from './text.ts';

export function consoleDetails(report: Report, screen: Screen): string[] {
  const { width } = screen;
  const ofKind = (kind: ReportedCheck['kind']) =>
    report.checks.filter((check) => check.kind === kind);
  const inFull = (kind: ReportedCheck['kind']) =>
    ofKind(kind).map((check) => describeCheck(check, screen));
  return [
    ...toolErrors(report, screen),
    ...inFull('failed'),
    ...inFull('warning'),
    ...inFull('differs'),
    listWithReasons(ofKind('known'), 'KNOWN', width),
    listWithReasons(ofKind('waived'), 'WAIVED', width),
    skippedChecks(ofKind('skipped'), width),
    observed(report.checks, width),
    coverage(report, width),
    sources(report, width),
  ];
}

export function toolErrors({ checks }: Report, { style }: Screen): string[] {
  return checks
    .filter(({ kind }) => kind === 'error')
    .map(
      ({ id, reason }) =>
        `${style('magenta', 'ERROR')} ${id}\n  an error in the test tool: ${reason}`,
    );
}

export function describeCheck(check: ReportedCheck, screen: Screen): string {
  const { style, width } = screen;
  const label = check.kind.toUpperCase();
  const indent = ' '.repeat(label.length + 1);
  const head = `${style(outcomeKinds[check.kind].colour ?? 'bold', label)} ${style('bold', check.id)}`;
  const rule = `${indent}${wrap(check.rule, width - indent.length, indent)}`;
  // A case may rest on less than its check: a failure of `safety` never only differs.
  const { basis, label: of } = check.findings[0] ?? check;
  const source = `${indent}${style('dim', `${basis}, ${of}`)}`;
  return [head, rule, source, ...findings(check, screen)].join('\n');
}

/** Findings of a check that are shown with request and response. A check can have hundreds that are alike. */
const maxInFull = { failed: 3, differs: 1 };
/** Findings of a check that are shown in a line or two. */
const maxInShort = 12;

const inFiles = 'html=<file> or json=<file>';

function findings({ kind, findings: all }: ReportedCheck, screen: Screen): string[] {
  const shownInFull = kind === 'failed' ? maxInFull.failed : maxInFull.differs;
  const isAlike = (one: Finding) => (other: Finding) =>
    one.id === other.id && one.expected === other.expected;
  const different = all.filter((finding, at) => all.findIndex(isAlike(finding)) === at);
  const inShort = different.slice(shownInFull, shownInFull + maxInShort);
  const left = different.length - shownInFull - inShort.length;
  return [
    ...different.slice(0, shownInFull).map((finding) => describeInFull(finding, screen)),
    ...(inShort.length > 0 ? [''] : []),
    ...inShort.map((finding) => describeShortly(finding, screen)),
    ...(left > 0
      ? [
          `\n  ${wrap(`${left} more: write them all with --report ${inFiles}`, screen.width - 2, '  ')}`,
        ]
      : []),
  ];
}

function describeShortly({ id, expected, got, note }: Finding, screen: Screen): string {
  const about = note === undefined ? '' : `${note}: `;
  return line(screen, 'also', `${about}${expected}; got ${truncate(got, 100)} (finding ${id})`);
}

function describeInFull(finding: Finding, screen: Screen): string {
  const { request } = finding;
  const facts = factsOf(finding)
    .filter(([name]) => !['source', 'reason', 'request'].includes(name))
    .map(([name, text]) =>
      // On one line, so that it can be pasted.
      name === 'send'
        ? `  ${screen.style('dim', name.padEnd(10))}${shorten(text)}`
        : line(screen, name, text),
    );
  return ['', ...(request === undefined ? [] : [line(screen, 'request', request)]), ...facts].join(
    '\n',
  );
}

function listWithReasons(checks: readonly ReportedCheck[], label: string, width: number): string {
  if (checks.length === 0) return '';
  const lines = checks.map(
    ({ id, reason = '' }) => `  ${wrap(`${id}: ${reason}`, width - 2, '    ')}`,
  );
  return [`${label} (not counted)`, ...lines].join('\n');
}

function skippedChecks(checks: readonly ReportedCheck[], width: number): string {
  if (checks.length === 0) return '';
  const byReason = groupBy(checks, ({ reason = 'no reason given' }) => reason);
  const lines = [...byReason].map(([reason, all]) => {
    const ids = all.map(({ id }) => id).join(', ');
    return `  ${wrap(reason, width - 2, '  ')}\n    ${wrap(ids, width - 4, '    ')}`;
  });
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

function coverage({ coverage: operations }: Report, width: number): string {
  const hasResponses = operations.some(({ declared, undeclared }) =>
    [...Object.values(declared), ...Object.values(undeclared)].some((times) => times > 0),
  );
  if (!hasResponses) return '';
  const lines = operations.flatMap(({ operation, requests, declared, undeclared }) => {
    if (requests === 0) return [`  ${operation}: no requests`];
    const statuses = Object.entries(declared);
    const seen = statuses.filter(([, times]) => times > 0).map(([status]) => status);
    const unseen = statuses.filter(([, times]) => times === 0).map(([status]) => status);
    const beyond = Object.keys(undeclared);
    const line = [
      `${operation} (${count(requests, 'request')}): ${seen.join(' ') || 'no declared status'}`,
      ...(unseen.length > 0 ? [`not seen ${unseen.join(' ')}`] : []),
      ...(beyond.length > 0 ? [`undeclared ${beyond.join(' ')}`] : []),
    ].join('; ');
    return [`  ${wrap(line, width - 2, '    ')}`];
  });
  return ['RESPONSES SEEN', ...lines].join('\n');
}

function sources(report: Report, width: number): string {
  const all = report.sources.filter(({ checks }) => checks > 0);
  if (all.every(({ run }) => run === 0)) return '';
  const complete = all.filter(({ checks, run }) => checks === run).length;
  const partial = all.filter(({ checks, run }) => run > 0 && run < checks);
  const inPart = partial.map(({ source, checks, run }) => `${source} (${run} of ${checks} checks)`);
  const untested = all.filter(({ run }) => run === 0).map(({ source }) => source);
  const line = [
    `${complete} of ${count(all.length, 'source')} tested in full`,
    ...(inPart.length > 0 ? [`in part: ${inPart.join(', ')}`] : []),
    ...(untested.length > 0 ? [`not tested: ${untested.join(', ')}`] : []),
  ].join('; ');
  return ['RULES TESTED', `  ${wrap(line, width - 2, '  ')}`].join('\n');
}
