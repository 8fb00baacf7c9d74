import { groupBy } from '../group-by.ts';
import { notJudgedIn } from './not-judged.ts';
import type { Report, ReportedCheck } from './report.ts';
import { describeFinding, escapeMarkup, titleOf } from './text.ts';

/**
 * The report as JUnit XML: one suite per subject, one case per check, and one suite for what could not be judged. Differences,
 * waived and known failures are no failures.
 * @example await writeFile('junit.xml', junitReport(report));
 */
export function junitReport(report: Report): string {
  const bySubject = groupBy(report.checks, ({ id }) => id.replace(/\/.*/s, ''));
  const { checks: all } = report;
  const open = notJudgedIn(report);
  const suites = [
    ...[...bySubject].map(([subject, checks]) => suite(subject, checks)),
    ...(open.length > 0 ? [notJudged(open)] : []),
  ];
  const { failed, error, skipped } = report.summary;
  const totals = `tests="${all.length + open.length}" failures="${failed}" errors="${error}" skipped="${skipped + open.length}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${escapeMarkup(`${report.tool.name} test ${report.target}`)}" ${totals} time="${seconds(report.durationMs)}">
${suites.join('\n')}
</testsuites>
`;
}

function suite(subject: string, checks: readonly ReportedCheck[]): string {
  const count = (kind: ReportedCheck['kind']) =>
    checks.filter((check) => check.kind === kind).length;
  const time = checks.reduce((total, { durationMs }) => total + durationMs, 0);
  return `  <testsuite name="${escapeMarkup(subject)}" tests="${checks.length}" failures="${count('failed')}" errors="${count('error')}" skipped="${count('skipped')}" time="${seconds(time)}">
${checks.map(testCase).join('\n')}
  </testsuite>`;
}

function notJudged(parts: ReturnType<typeof notJudgedIn>): string {
  const cases = parts.map(
    ({ name, text }) =>
      `    <testcase classname="document" name="${escapeMarkup(name)}" time="0.000"><skipped message="${escapeMarkup(text)}"/></testcase>`,
  );
  return `  <testsuite name="not judged" tests="${parts.length}" failures="0" errors="0" skipped="${parts.length}" time="0.000">
${cases.join('\n')}
  </testsuite>`;
}

function testCase(check: ReportedCheck): string {
  const opening = `    <testcase classname="${escapeMarkup(check.basis)} ${escapeMarkup(check.source)}" name="${escapeMarkup(`${check.id}: ${check.rule}`)}" time="${seconds(check.durationMs)}"`;
  const inside = content(check);
  return inside === '' ? `${opening}/>` : `${opening}>${inside}</testcase>`;
}

function content({ kind, reason = '', findings, notes }: ReportedCheck): string {
  const text = [...findings.map(describeFinding), ...notes].join('\n\n');
  switch (kind) {
    case 'failed':
      return `<failure message="${escapeMarkup(findings[0] === undefined ? '' : titleOf(findings[0]))}">${escapeMarkup(text)}</failure>`;
    case 'error':
      return `<error message="an error in the test tool">${escapeMarkup(reason)}</error>`;
    case 'skipped':
      return `<skipped message="${escapeMarkup(reason)}"/>`;
    default:
      return text === '' ? '' : `<system-out>${escapeMarkup(`${kind}\n${text}`)}</system-out>`;
  }
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}
