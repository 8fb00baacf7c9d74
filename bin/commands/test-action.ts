import { randomInt } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { service } from '../../conformance/checks/service.ts';
import { traceOf } from '../../conformance/checks/support/answer.ts';
import { documentSuite } from '../../conformance/document/suite.ts';
import { profileTemplate } from '../../conformance/profile/template.ts';
import { showProgress } from '../../conformance/report/progress.ts';
import { type Report, writeReport } from '../../conformance/report/report.ts';
import { type AnySuite, bind, exitCode, runChecks } from '../../conformance/run.ts';
import { createSecrets } from '../../conformance/secrets.ts';
import { serviceDocumentSuite } from '../../conformance/service-document.ts';
import { openTarget, reportUsage } from './open-target.ts';
import type { TestOptions } from './test.ts';
import { readBaselineFile, readHeaders, readProfileFile, readTextFile, UsageError } from './test-inputs.ts';
import { listChecks } from './test-list.ts';
import { onlyCheck, readReplay } from './test-replay.ts';
import { printReport, writeReports } from './test-reports.ts';

/** Runs, reports, and sets the exit code. */
export async function test(baseUrl: string | undefined, options: TestOptions): Promise<void> {
  await reportUsage(async () => {
    if (options.init !== undefined) return init(options.init === true ? 'account-access.yaml' : options.init);
    const suites = await chooseSuites(options);
    if (options.list === true) return listChecks(suites, options);
    const again = await readReplay(options, suites);
    const address = baseUrl ?? again.baseUrl;
    if (address === undefined)
      throw new UsageError('give the base address of the server to test (see --help)');
    const { report, exit } = await run(address, suites, { ...options, ...again.options });
    await writeReports(report, options.report ?? []);
    printReport(again.only === undefined ? report : onlyCheck(report, again.only));
    process.exitCode = exit;
  });
}

async function init(file: string): Promise<void> {
  try {
    // Never over a profile that somebody has filled in.
    await writeFile(file, profileTemplate(), { flag: 'wx' });
  } catch (cause) {
    throw new UsageError(`cannot write ${file}: there is a file of this name, or its folder is missing`, {
      cause,
    });
  }
  process.stdout.write(`${file}\n`);
  process.stderr.write(`Fill it in, then: account-access test <base-url> --profile ${file}\n`);
}

async function chooseSuites({ document }: TestOptions): Promise<AnySuite[]> {
  if (document === undefined) return [bind(service), serviceDocumentSuite()];
  return [documentSuite(await readTextFile(document))];
}

async function run(
  baseUrl: string,
  suites: readonly AnySuite[],
  options: TestOptions,
): Promise<{ report: Report; exit: 0 | 1 | 3 }> {
  const profile = await readProfileFile(options.profile);
  const known = await readBaselineFile(options.baseline);
  const { rate = profile.limits.requestsPerSecond } = options;
  const secrets = createSecrets();
  const target = openTarget(baseUrl, {
    headers: [...profile.headers, ...readHeaders(options.header ?? [])],
    timeoutMs: options.timeout * 1000,
    ...(rate !== undefined && { rate }),
    ...(options.ca !== undefined && { ca: await readTextFile(options.ca) }),
    ...(options.insecure === true && { insecure: true }),
  });
  const progress = showProgress(process.stderr);
  try {
    const result = await runChecks({
      target,
      profile,
      secrets,
      suites,
      known,
      seed: options.seed ?? randomInt(2 ** 32),
      strict: options.strict ?? false,
      failFast: options.failFast ?? false,
      destructive: options.destructive ?? false,
      fuzz: options.fuzz,
      bailOnUnreachable: options.bailOnUnreachable ?? false,
      maxTimeMs: options.maxTime * 1000,
      ...(options.only && { only: options.only }),
      ...(options.skip && { skip: options.skip }),
      ...(options.strength && { strengths: options.strength }),
      onEvent: progress.see,
    });
    const exit = exitCode(result);
    return { report: writeReport(result, { secrets, traceOf, exitCode: exit }), exit };
  } finally {
    progress.end();
    target.close();
  }
}
