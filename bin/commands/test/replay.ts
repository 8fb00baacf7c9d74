import type { Report } from '../../../conformance/report/report.ts';
import type { RunnableSuite } from '../../../conformance/suite.ts';
import { commandName } from '../../command-name.ts';
import { UsageError } from '../../define.ts';
import { readTextFile } from './inputs.ts';
import type { TestOptions } from './options.ts';

interface Replay {
  /** The base URL in the report. */
  readonly baseUrl?: string;
  readonly options: Partial<TestOptions>;
  /** The only check to report. */
  readonly only?: string;
}

/** Returns the options that `--replay` sets: the check of the finding, and the seed and strictness of its run. */
export async function readReplay(
  { replay, from }: TestOptions,
  suites: readonly RunnableSuite[],
): Promise<Replay> {
  if (replay === undefined) return { options: {} };
  if (from === undefined)
    throw new UsageError('--replay needs --from <file>, the JSON report that contains the finding');
  const report = parseReport(await readTextFile(from), from);
  const check = report.checks.find(({ findings }) => findings.some(({ id }) => id === replay));
  if (check === undefined) throw new UsageError(`${from} has no finding ${replay}`);
  // A rule about every response sends no requests of its own: only a full run can repeat its failure.
  const sendsRequests = suites.some(({ checks }) => checks.some(({ id }) => id === check.id));
  const { seed, strict, wire, target } = report;
  return {
    baseUrl: target,
    only: check.id,
    options: { seed, strict, wire, ...(sendsRequests && { only: [check.id] }) },
  };
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

/** The shell command that repeats a run: it sends the same requests, since it has the same seed. */
export function rerunCommand(baseUrl: string, seed: number, options: TestOptions): string {
  const {
    profile,
    document,
    header = [],
    ca,
    cert,
    key,
    insecure,
    destructive,
    strict,
    wire,
    maxResponseTime,
  } = options;
  const words = [
    ...[baseUrl, '--seed', `${seed}`],
    ...(profile === undefined ? [] : ['--profile', profile]),
    ...(document === undefined ? [] : ['--document', document]),
    ...header.flatMap((line) => ['--header', line]),
    ...(ca === undefined ? [] : ['--ca', ca]),
    ...(cert === undefined ? [] : ['--cert', cert]),
    ...(key === undefined ? [] : ['--key', key]),
    ...(insecure === true ? ['--insecure'] : []),
    ...(destructive === true ? ['--destructive'] : []),
    ...(maxResponseTime === undefined ? [] : ['--max-response-time', `${maxResponseTime}`]),
    ...(strict === true ? ['--strict'] : []),
    ...(wire === true ? ['--wire'] : []),
  ];
  const quoted = words.map((word) =>
    /^[\w./:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`,
  );
  return `${commandName} test ${quoted.join(' ')}`;
}
