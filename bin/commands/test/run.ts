import { randomInt } from 'node:crypto';
import type { ListedCheck } from '../../../conformance/check-catalogue.ts';
import { traceOf } from '../../../conformance/checks/support/responses/service-response.ts';
import { type ExitCode, exitCode } from '../../../conformance/outcome.ts';
import type { Profile } from '../../../conformance/profile/profile.ts';
import { showProgress } from '../../../conformance/report/progress.ts';
import { type Report, writeReport } from '../../../conformance/report/report.ts';
import type { KnownFailure } from '../../../conformance/run/judge.ts';
import { runChecks } from '../../../conformance/run/run-checks.ts';
import { createSecrets } from '../../../conformance/secrets.ts';
import type { RunnableSuite } from '../../../conformance/suite.ts';
import { UsageError } from '../../define.ts';
import { openLine } from '../../output/progress.ts';
import type { Terminal } from '../../terminal.ts';
import { connect, loadHooks, readBaselineFile, readHeaders, readProfileFile } from './inputs.ts';
import type { TestOptions } from './options.ts';
import { onlyCheck, readReplay, rerunCommand } from './replay.ts';
import { printReport, recordHar, writeBaselineFile, writeReports } from './reports.ts';
import { checkSelectors } from './selectors.ts';

/** Runs the checks, and reports. */
export async function runSuites(
  terminal: Terminal,
  baseUrl: string | undefined,
  suites: readonly RunnableSuite[],
  options: TestOptions,
  /** All of them, also those that the options leave out. */
  rules: readonly ListedCheck[],
): Promise<void> {
  const again = await readReplay(options, suites);
  const address = baseUrl ?? again.baseUrl;
  if (address === undefined)
    throw new UsageError('give the base URL of the server to test (see account-access test --help)');
  const profile = await readProfileFile(terminal, options.profile);
  const known = await readBaselineFile(options.baseline);
  checkSelectors('--baseline', namesOf(known), rules);
  checkSelectors('waivers of the profile', namesOf(profile.waivers), rules);
  const { report, exit, writeHar } = await run(
    terminal,
    address,
    suites,
    { ...options, ...again.options },
    { profile, known },
  );
  await writeReports(report, options.report ?? [], writeHar);
  if (options.writeBaseline !== undefined) await writeBaselineFile(terminal, report, known, options);
  printReport(terminal, again.only === undefined ? report : onlyCheck(report, again.only), options);
  terminal.endWith(exit);
}

const namesOf = (entries: readonly { readonly check: string }[]) => entries.map(({ check }) => check);

async function run(
  terminal: Terminal,
  baseUrl: string,
  suites: readonly RunnableSuite[],
  options: TestOptions,
  { profile, known }: { readonly profile: Profile; readonly known: readonly KnownFailure[] },
): Promise<{ report: Report; exit: ExitCode; writeHar: () => string }> {
  const { rate } = options;
  const secrets = createSecrets();
  const target = await connect(baseUrl, options, profile, secrets, {
    headers: readHeaders(options.header ?? []),
    timeoutMs: options.timeout * 1000,
    ...(options.hooks !== undefined && { hooks: await loadHooks(options.hooks) }),
    ...(rate !== undefined && { rate }),
  });
  const writeHar = recordHar(target, secrets, options.report);
  const { mayRedraw, stderr, say } = terminal;
  const progress = showProgress({ line: mayRedraw(stderr) ? openLine(terminal) : undefined, say });
  try {
    const seed = options.seed ?? randomInt(2 ** 32);
    const result = await runChecks({
      target,
      profile,
      secrets,
      suites,
      known,
      seed,
      strict: options.strict ?? false,
      wire: options.wire ?? false,
      ...(options.maxResponseTime !== undefined && { maxResponseMs: options.maxResponseTime * 1000 }),
      failFast: options.failFast ?? false,
      destructive: options.destructive ?? false,
      fuzz: options.fuzz,
      bailOnUnreachable: options.bailOnUnreachable ?? false,
      maxTimeMs: options.maxTime * 1000,
      ...(options.only && { only: options.only }),
      ...(options.skip && { skip: options.skip }),
      ...(options.basis && { bases: options.basis }),
      onEvent: progress.inspect,
    });
    const exit = exitCode(result, { allowSkipped: options.allowSkipped ?? false });
    const rerun = rerunCommand(baseUrl, seed, options);
    const { document } = options;
    return {
      report: writeReport(result, { secrets, traceOf, exitCode: exit, rerun, document }),
      exit,
      writeHar,
    };
  } finally {
    progress.end();
    target.close();
  }
}
