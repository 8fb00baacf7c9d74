import { groupBy } from '../group-by.ts';
import { truncate } from '../truncate.ts';
import { describeCauses } from './console-causes.ts';
import { describeCheck, toolErrors } from './console-details.ts';
import type { Report, ReportedCheck } from './report.ts';
import { count, type Screen, wrap } from './text.ts';

const maxLines = 5;

/** What a run found: the failures by cause, or else, on one screen, how often the server warns, differs and was not tested. */
export function consoleOverview(report: Report, screen: Screen): string[] {
  const { style, width } = screen;
  const ofKind = (kind: ReportedCheck['kind']) =>
    report.checks.filter((check) => check.kind === kind);
  const failed = ofKind('failed');
  const errors = toolErrors(report, screen);
  const [only] = failed;
  if (only !== undefined && failed.length === 1) return [...errors, describeCheck(only, screen)];
  if (failed.length > 0) return [...errors, ...describeCauses(report, screen)];
  return [
    ...errors,
    named(
      ofKind('warning'),
      style('yellow', 'WARNING'),
      'with --wire they fail',
      ({ id }) => id,
      width,
    ),
    named(
      ofKind('differs'),
      style('yellow', 'DIFFERS'),
      'from decisions, with --strict they fail',
      ({ source }) => source,
      width,
    ),
    eachOf(ofKind('differs'), width),
    excused(report.checks, width),
    // The verdict says why the run stopped.
    report.stopReason === undefined ? skipped(ofKind('skipped'), width) : '',
  ];
}

/** `DIFFERS (12 from decisions, with --strict they fail)`, then `errors 7, mfa 5`. */
function named(
  checks: readonly ReportedCheck[],
  label: string,
  meaning: string,
  nameOf: (check: ReportedCheck) => string,
  width: number,
): string {
  if (checks.length === 0) return '';
  const names = [...groupBy(checks, nameOf)].map(([name, { length }]) =>
    length > 1 ? `${name} ${length}` : name,
  );
  const advice = '--write-baseline known.yaml accepts them, so that later runs show what is new';
  return `${label} (${checks.length} ${meaning})\n  ${truncate(names.join(', '), width - 4)}\n  ${advice}`;
}

// More would hide the verdict.
const mostDiffering = 3;

/** What few differing checks have found: what the server owes, and what it did. */
function eachOf(checks: readonly ReportedCheck[], width: number): string {
  const findings = checks.flatMap((check) =>
    check.findings.filter(({ kind }) => kind === 'differs').map((finding) => ({ check, finding })),
  );
  if (findings.length > mostDiffering) return '';
  return findings
    .map(({ check, finding: { expected, got } }) => {
      const text = `${check.operation ?? check.id}: expected ${expected}; got ${got}`;
      return `  ${wrap(text, width - 2, '    ')}`;
    })
    .join('\n');
}

function excused(all: readonly ReportedCheck[], width: number): string {
  const checks = all.filter(({ kind }) => kind === 'known' || kind === 'waived');
  const isInBaseline = all.some(({ findings }) => findings.some(({ kind }) => kind === 'known'));
  const isNew = ({ kind }: ReportedCheck['findings'][number]) =>
    kind === 'warning' || kind === 'differs';
  const added = all.flatMap(({ findings }) => findings.filter(isNew)).length;
  if (checks.length === 0) return '';
  const known = checks.filter(({ kind }) => kind === 'known').length;
  const parts = [
    ...(known > 0 ? [`${known} in the baseline`] : []),
    ...(checks.length > known ? [`${checks.length - known} waived in the profile`] : []),
  ];
  const news = isInBaseline ? `; ${count(added, 'case')} new since the baseline` : '';
  return wrap(
    `EXCUSED: ${parts.join(', ')}, each with its reason (--verbose lists them)${news}`,
    width,
    '  ',
  );
}

function skipped(checks: readonly ReportedCheck[], width: number): string {
  if (checks.length === 0) return '';
  const byReason = groupBy(checks, ({ reason = 'no reason given' }) => withoutFigures(reason));
  const lines = [...byReason]
    .sort(
      ([one, { length: first }], [other, { length: second }]) =>
        Number(isWithoutOther.test(other)) - Number(isWithoutOther.test(one)) || second - first,
    )
    .map(
      ([reason, { length }]) => `${String(length).padStart(5)}  ${truncate(reason, width - 10)}`,
    );
  const shown =
    lines.length > maxLines
      ? [...lines.slice(0, maxLines - 1), `       and ${lines.length - maxLines + 1} other reasons`]
      : lines;
  return [`SKIPPED (${checks.length})`, ...shown].join('\n');
}

// One reason for all: "the budget of the profile is spent", whatever each check needed.
const withoutFigures = (reason: string) =>
  reason
    .replace(/ \(needs .*\)$/, '')
    .replace(/; sent with .*$/s, '')
    .replace(isWithoutOther, 'access between users was not checked (no otherCredentials)');

const isWithoutOther = /^the profile has no otherCredentials$|^access between users was not/;
