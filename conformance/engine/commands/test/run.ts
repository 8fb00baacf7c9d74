import type { ListedCheck } from '../../check-catalogue.ts';
import { shellWord } from '../../http/shell-word.ts';
import { type ExitCode, exitCode, RunStopped } from '../../outcome.ts';
import type { Profile } from '../../profile/profile.ts';
import { showProgress } from '../../report/progress.ts';
import { type Report, writeReport } from '../../report/report.ts';
import type { KnownFailure } from '../../run/judge.ts';
import { runChecks } from '../../run/run-checks.ts';
import { createSecrets } from '../../secrets.ts';
import { publicWordsOf, type RunnableSuite, seedOf } from '../../suite.ts';
import { openLine } from '../../terminal/redrawn-line.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { UsageError } from '../../terminal/usage-error.ts';
import {
  connect,
  readBaselineFile,
  readHeaders,
  readProfileFile,
  readTextFile,
} from '../inputs.ts';
import { loadHooks } from '../load-modules.ts';
import { checkSelectors, noBaseUrl, type TestOptions } from '../options.ts';
import { printReport, recordHar, writeBaselineFile, writeReports } from '../reports.ts';
import type { TestProgram } from '../test-program.ts';

export async function runSuites(
  program: TestProgram,
  terminal: Terminal,
  baseUrl: string | undefined,
  suites: readonly RunnableSuite[],
  options: TestOptions,
  /** All of them, also those that the options leave out. */
  rules: readonly ListedCheck[],
): Promise<void> {
  const again = await readReplay(options, suites);
  const address = baseUrl ?? again.baseUrl;
  if (address === undefined) throw new UsageError(noBaseUrl);
  const profile = await readProfileFile(terminal, options.profile, suites);
  const known = await readBaselineFile(options.baseline);
  checkSelectors('--baseline', namesOf(known), rules);
  checkSelectors('waivers of the profile', namesOf(profile.waivers), rules);
  const all = { ...options, ...again.options };
  const more = { profile, known, replayed: again.only };
  const { report, exit, writeHar } = await run(program, terminal, address, suites, all, more);
  await writeReports(program, report, options.report ?? [], writeHar);
  if (options.writeBaseline !== undefined)
    await writeBaselineFile(terminal, report, known, options);
  printReport(program, terminal, report, options);
  terminal.endWith(exit);
}

const namesOf = (entries: readonly { readonly check: string }[]) =>
  entries.map(({ check }) => check);

interface Known {
  readonly profile: Profile;
  readonly known: readonly KnownFailure[];
  /** The check whose outcome is that of the run, whatever else has to run. */
  readonly replayed: string | undefined;
}

async function run(
  program: TestProgram,
  terminal: Terminal,
  baseUrl: string,
  suites: readonly RunnableSuite[],
  options: TestOptions,
  { profile, known, replayed }: Known,
): Promise<{ report: Report; exit: ExitCode; writeHar: () => string }> {
  const { rate } = options;
  const secrets = createSecrets(() => publicWordsOf(suites));
  const target = await connect(baseUrl, options, profile, secrets, {
    headers: readHeaders(options.header ?? []),
    timeoutMs: options.timeout * 1000,
    ...(options.hooks !== undefined && { hooks: await loadHooks(options.hooks) }),
    ...(rate !== undefined && { rate }),
  });
  const writeHar = recordHar(program, target, secrets, options.report);
  const { mayRedraw, stderr, say } = terminal;
  const progress = showProgress({ line: mayRedraw(stderr) ? openLine(terminal) : undefined, say });
  const stop = new AbortController();
  const onSignal = (signal: string) => stop.abort(new RunStopped(signal));
  // A second signal ends the process at once.
  for (const signal of signals) process.once(signal, onSignal);
  try {
    const { seed = seedOf(suites) } = options;
    const whole = await runChecks({
      ...options,
      ...{ target, profile, secrets, suites, known, seed },
      ...(options.basis && { bases: options.basis }),
      ...(options.maxResponseTime !== undefined && {
        maxResponseMs: options.maxResponseTime * 1000,
      }),
      maxTimeMs: options.maxTime * 1000,
      signal: stop.signal,
      onEvent: progress.inspect,
    });
    const outcomes = whole.outcomes.filter(
      ({ check }) => replayed === undefined || check === replayed,
    );
    const result =
      replayed === undefined ? whole : { ...whole, outcomes, isPartial: true, withoutSuccess: [] };
    const exit = exitCode(result, { allowSkipped: options.allowSkipped ?? false });
    const rerun = rerunCommand(program, baseUrl, seed, options);
    const { document } = options;
    return {
      report: writeReport(result, {
        secrets,
        suites,
        tool: program.tool,
        exitCode: exit,
        rerun,
        document,
      }),
      exit,
      writeHar,
    };
  } finally {
    for (const signal of signals) process.off(signal, onSignal);
    progress.end();
    target.close();
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Returns the options that `--replay` sets: the check of the finding, and the seed and strictness of its run. */
async function readReplay({ replay, from }: TestOptions, suites: readonly RunnableSuite[]) {
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

/** The shell command that repeats a run: it sends the same requests, since it has the same seed. */
function rerunCommand(
  { commandName }: TestProgram,
  baseUrl: string,
  seed: number,
  options: TestOptions,
): string {
  const { profile, document, suite = [], header = [], ca, cert, key, maxResponseTime } = options;
  const { insecure, destructive, readOnly, strict, wire } = options;
  const values = { profile, document, ca, cert, key, 'max-response-time': maxResponseTime };
  const words = [
    ...[baseUrl, '--seed', `${seed}`],
    ...Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [`--${name}`, `${value}`],
    ),
    ...suite.flatMap((file) => ['--suite', file]),
    ...header.flatMap((line) => ['--header', line]),
    ...Object.entries({ insecure, destructive, 'read-only': readOnly, strict, wire }).flatMap(
      ([name, on]) => (on ? [`--${name}`] : []),
    ),
  ];
  return `${commandName} test ${words.map(shellWord).join(' ')}`;
}
