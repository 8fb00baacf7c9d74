import type { OutcomeKind } from '../outcome.ts';
import type { Report, ReportedCheck } from './report.ts';
import { describeFinding, titleOf } from './text.ts';

/** What CTRF calls each kind. What does not fail the run has passed. */
const statuses = {
  failed: 'failed',
  error: 'other',
  warning: 'passed',
  differs: 'passed',
  known: 'passed',
  waived: 'passed',
  skipped: 'skipped',
  observed: 'passed',
  passed: 'passed',
} as const satisfies Readonly<Record<OutcomeKind, string>>;

/**
 * The report in the Common Test Report Format (https://ctrf.io): a test for each check.
 * @example await writeFile('ctrf.json', ctrfReport(report));
 */
export function ctrfReport(report: Report): string {
  const { tool, checks, startedAt, durationMs, seed, target } = report;
  const start = Date.parse(startedAt);
  const tests = checks.map(testOf);
  const count = (status: string) => tests.filter((test) => test.status === status).length;
  const summary = {
    tests: tests.length,
    passed: count('passed'),
    failed: count('failed'),
    pending: 0,
    skipped: count('skipped'),
    other: count('other'),
    start,
    stop: start + Math.round(durationMs),
  };
  const results = {
    tool: { name: tool.name, version: tool.version },
    summary,
    tests,
    extra: { target, seed, verdict: report.verdict },
  };
  return `${JSON.stringify({ reportFormat: 'CTRF', specVersion: '0.0.0', results }, undefined, 2)}\n`;
}

function testOf({ id, rule, kind, reason, findings, durationMs, basis }: ReportedCheck) {
  const [first] = findings;
  const message = first === undefined ? reason : titleOf(first);
  return {
    name: `${id}: ${rule}`,
    status: statuses[kind],
    duration: durationMs,
    ...(message !== undefined && { message }),
    ...(first !== undefined && { trace: findings.map(describeFinding).join('\n\n') }),
    rawStatus: kind,
    tags: [id.replace(/\/.*/s, ''), basis],
  };
}
