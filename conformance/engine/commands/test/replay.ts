import type { Report } from '../../report/report.ts';
import type { RunnableSuite } from '../../suite.ts';
import { UsageError } from '../../terminal/usage-error.ts';
import type { TestOptions } from '../options.ts';
import { readTextFile } from '../read-text-file.ts';

/** Returns the options that `--replay` sets: the check of the finding, and the seed and strictness of its run. */
export async function readReplay({ replay, from }: TestOptions, suites: readonly RunnableSuite[]) {
  if (replay === undefined) return { options: {} };
  if (from === undefined)
    throw new UsageError('--replay needs --from <file>, the JSON report that contains the finding');
  const report = parseReport(await readTextFile(from), from);
  const found = report.checks.flatMap((check) =>
    check.findings.map((finding) => ({ check, finding })),
  );
  const { check, finding } = found.find(({ finding: { id } }) => id === replay) ?? {};
  if (check === undefined) throw new UsageError(`${from} has no finding ${replay}`);
  // A rule about every response sends no requests of its own: a check does, or only a full run can repeat its failure.
  const sends = (check: string | undefined) =>
    suites.some(({ checks }) => checks.some(({ id }) => id === check));
  const only = [check.id, ...(finding?.sentBy === undefined ? [] : [finding.sentBy])];
  const { seed, strict, wire, target } = report;
  return {
    baseUrl: target,
    only: check.id,
    options: { seed, strict, wire, ...(only.some(sends) && { only }) },
  };
}

function parseReport(text: string, file: string): Report {
  try {
    const report: Report = JSON.parse(text);
    if (report.version === 1 && Array.isArray(report.checks)) return report;
  } catch {
    // Reported below, in the same words.
  }
  throw new UsageError(`${file} is not a JSON report of a test run`);
}
