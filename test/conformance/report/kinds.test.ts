import { expect, test } from 'vitest';
import { outcomeKinds, worstFirst } from '../../../conformance/outcome.ts';
import { consoleReport } from '../../../conformance/report/console.ts';
import { githubAnnotations } from '../../../conformance/report/github.ts';
import { htmlReport } from '../../../conformance/report/html.ts';
import { junitReport } from '../../../conformance/report/junit.ts';
import { jsonReport, type Report, type ReportedCheck } from '../../../conformance/report/report.ts';
import { sarifReport } from '../../../conformance/report/sarif.ts';
import { createSecrets } from '../../../conformance/secrets.ts';
import { reportOf } from './report-of.ts';

/** A report with one check of each kind, whose id ends with the kind. */
function reportOfAllKinds(): Report {
  const report = reportOf({ exchanges: [] }, createSecrets());
  const checks = report.checks.flatMap((check) =>
    worstFirst.map((kind): ReportedCheck => {
      const id = `kinds/${kind}`;
      const reason = `because ${kind}`;
      if (kind === 'passed' || kind === 'skipped' || kind === 'error')
        return { ...check, id, kind, reason, findings: [] };
      const findings = check.findings.map((finding) => ({ ...finding, kind, got: `got ${kind}`, reason }));
      return { ...check, id, kind, reason, findings };
    }),
  );
  const summary = Object.fromEntries(worstFirst.map((kind) => [kind, 1])) as Report['summary'];
  return { ...report, checks, summary };
}

const withFindings = worstFirst.filter((kind) => !['passed', 'skipped', 'error'].includes(kind));

test.each([
  [
    'console',
    (report: Report) => consoleReport(report, { colour: false, columns: 80, verbose: true }),
    // It says how many passed.
    worstFirst.filter((kind) => kind !== 'passed'),
  ],
  ['html', htmlReport, worstFirst],
  ['json', jsonReport, worstFirst],
  ['junit', junitReport, worstFirst],
  ['sarif', sarifReport, withFindings],
  ['github', githubAnnotations, worstFirst.filter((kind) => outcomeKinds[kind].level !== 'note')],
] as const)('the %s report shows every kind of outcome that it has a place for', (_format, render, kinds) => {
  const text = render(reportOfAllKinds());
  expect(worstFirst.filter((kind) => text.includes(`kinds/${kind}`))).toEqual(kinds);
});

test('the console counts every kind that ran', () => {
  const text = consoleReport(reportOfAllKinds(), { colour: false, columns: 200 });
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    '8 of 9 checks ran: 1 passed, 1 failed, 1 error in the tool, 1 warning, 1 differs, 1 known, 1 waived, 1 observed;',
  );
});
