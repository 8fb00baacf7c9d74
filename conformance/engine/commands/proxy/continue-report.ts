import { worstFirst } from '../../outcome.ts';
import { maskAgain } from '../../report/describe-outcome.ts';
import type { Entry } from '../../report/entry.ts';
import type { Report, ReportedCheck } from '../../report/report.ts';
import type { OperationCoverage } from '../../run/coverage.ts';
import type { Secrets } from '../../secrets.ts';

/** Adds to the entries of a journal what an earlier process found, with the secrets masked that are known now. */
export function continueReport(
  before: Report,
  secrets: Secrets,
  write: (entry: Entry) => void,
): (entry: Entry) => void {
  const checks = new Map(before.checks.map((check) => [check.id, check]));
  return (entry) => {
    switch (entry.type) {
      case 'outcome': {
        const earlier = checks.get(entry.check.id);
        const check = earlier ? addCheck(maskAgain(earlier, secrets), entry.check) : entry.check;
        return write({ type: 'outcome', check });
      }
      case 'ended':
        return write({
          ...entry,
          requests: before.requests + entry.requests,
          durationMs: before.durationMs + entry.durationMs,
          coverage: addCoverage(before.coverage, entry.coverage),
          staleBaseline: entry.staleBaseline.filter((one) => before.staleBaseline.includes(one)),
          // It says that nothing was tested.
          stopReason: before.stopReason === undefined ? undefined : entry.stopReason,
        });
      default:
        return write(entry);
    }
  };
}

function addCheck(earlier: ReportedCheck, later: ReportedCheck): ReportedCheck {
  if (earlier.kind === 'skipped') return later;
  if (later.kind === 'skipped') return earlier;
  const isLaterWorse = worstFirst.indexOf(later.kind) < worstFirst.indexOf(earlier.kind);
  const seen = new Set(earlier.findings.map(({ id }) => id));
  return {
    ...(isLaterWorse ? later : earlier),
    notes: [...new Set([...earlier.notes, ...later.notes])],
    requests: earlier.requests + later.requests,
    findings: [...earlier.findings, ...later.findings.filter(({ id }) => !seen.has(id))],
  };
}

function addCoverage(
  earlier: readonly OperationCoverage[],
  later: readonly OperationCoverage[],
): OperationCoverage[] {
  const sums = new Map(earlier.map((one) => [one.operation, one]));
  for (const one of later) {
    const other = sums.get(one.operation);
    sums.set(one.operation, {
      operation: one.operation,
      requests: one.requests + (other?.requests ?? 0),
      successes: one.successes + (other?.successes ?? 0),
      declared: addCounts(one.declared, other?.declared),
      undeclared: addCounts(one.undeclared, other?.undeclared),
    });
  }
  return [...sums.values()];
}

type Counts = Readonly<Record<string, number>>;

function addCounts(one: Counts, other: Counts = {}): Counts {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries(
    [...names].map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)]),
  );
}
