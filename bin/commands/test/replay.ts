import type { Report } from '../../../conformance/report/report.ts';
import type { AnySuite } from '../../../conformance/suite.ts';
import { UsageError } from '../../output/usage-error.ts';
import { readTextFile } from './inputs.ts';
import type { TestOptions } from './options.ts';

interface Replay {
  /** That of the report. */
  readonly baseUrl?: string;
  readonly options: Partial<TestOptions>;
  /** The check whose outcome is asked for. */
  readonly only?: string;
}

/** What `--replay` makes of the options: the check of the finding, with the seed and strictness of its run. */
export async function readReplay(
  { replay, from }: TestOptions,
  suites: readonly AnySuite[],
): Promise<Replay> {
  if (replay === undefined) return { options: {} };
  if (from === undefined)
    throw new UsageError('--replay needs --from <file>, the JSON report that has the finding');
  const report = parseReport(await readTextFile(from), from);
  const check = report.checks.find(({ findings }) => findings.some(({ id }) => id === replay));
  if (check === undefined) throw new UsageError(`${from} has no finding ${replay}`);
  // A rule about every print asks nothing itself: it takes the whole run to see it broken again.
  const asks = suites.some(({ checks }) => checks.some(({ id }) => id === check.id));
  const { seed, strict, target } = report;
  return { baseUrl: target, only: check.id, options: { seed, strict, ...(asks && { only: [check.id] }) } };
}

export function onlyCheck(report: Report, id: string): Report {
  return { ...report, checks: report.checks.filter((check) => check.id === id) };
}

function parseReport(text: string, file: string): Report {
  try {
    const report: Report = JSON.parse(text);
    if (report.version === 1 && Array.isArray(report.checks)) return report;
  } catch {
    // Reported below, in the same words.
  }
  throw new UsageError(`${file} is not a JSON report of account-access test`);
}
