import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Hooks } from '../engine/hooks.ts';
import type { TargetOptions } from '../engine/http/target.ts';
import { exitCode } from '../engine/outcome.ts';
import { openTarget } from '../engine/profile/open-target.ts';
import { emptyProfile, type Profile } from '../engine/profile/profile.ts';
import { readProfile } from '../engine/profile/read-profile.ts';
import { type Report, writeReport } from '../engine/report/report.ts';
import { sarifReport as engineSarifReport } from '../engine/report/sarif.ts';
import { readBaseline } from '../engine/run/baseline.ts';
import type { KnownFailure } from '../engine/run/judge.ts';
import { runChecks } from '../engine/run/run-checks.ts';
import type { RunOptions } from '../engine/run/run-options.ts';
import { createSecrets } from '../engine/secrets.ts';
import { type OperationFilter, selectOperations } from '../engine/select-operations.ts';
import { publicWordsOf } from '../engine/suite.ts';
import { chooseSuites } from './choose-suites.ts';
import { serviceProfilePart } from './profile/service-profile.ts';
import { serviceDocument, tool } from './tool.ts';

export type { HookExchange, HookRequest, Hooks } from '../engine/hooks.ts';
export { htmlReport } from '../engine/report/html.ts';
export { junitReport } from '../engine/report/junit.ts';
export type { Finding, Report, ReportedCheck } from '../engine/report/report.ts';
export { jsonReport } from '../engine/report/report.ts';
export type { ReportedExchange } from '../engine/report/reported-exchange.ts';
export type { KnownFailure } from '../engine/run/judge.ts';

type Choice = Pick<
  RunOptions,
  | 'only'
  | 'skip'
  | 'bases'
  | 'strict'
  | 'wire'
  | 'maxResponseMs'
  | 'failFast'
  | 'destructive'
  | 'readOnly'
  | 'fuzz'
  | 'maxTimeMs'
>;
type Connection = Pick<TargetOptions, 'ca' | 'cert' | 'key' | 'insecure' | 'rate' | 'timeoutMs'>;

/** Which server to test, what is known about it, and which checks to run. The defaults are those of `account-access test`. */
export interface RunContractTestsOptions extends Choice, Connection, OperationFilter {
  /** @deprecated The old name of `bases`, for one release. */
  readonly strengths?: RunOptions['bases'];
  /** The base address of the server under test, with a path prefix if it has one. */
  readonly baseUrl: string;
  /** The path to another OpenAPI document, whose checks then replace those of the contract. @default the contract */
  readonly document?: string;
  /** Failures that do not fail the run, or the path to a YAML file that lists them. @default none */
  readonly baseline?: readonly KnownFailure[] | string;
  /**
   * A profile, or the path to one in YAML (`account-access test --init` writes it).
   * @default no fixtures: checks that need an account are skipped
   */
  readonly profile?: Profile | string;
  /** The variables that `env:` in the profile can name, for example `process.env`. @default {} */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Passes although the profile lacks accounts that checks of the basis `safety` or `shown` need. @default false */
  readonly allowSkipped?: boolean;
  /** Functions that run around each request, for example to sign it. @default none */
  readonly hooks?: Hooks;
  /** The seed of the generated requests. The same seed sends the same requests. @default 1 */
  readonly seed?: number;
  /** The most requests that a check generates for an operation. @default 30 random ones, and every variation of a body */
  readonly maxExamples?: number;
}

/**
 * Tests a server against the contract, as `account-access test` does. `verdict` of the report is `passed`, `failed` or
 * `inconclusive`. The report contains no secret of the profile.
 *
 * @example
 * const report = await runContractTests({ baseUrl: 'http://127.0.0.1:8080', profile: 'account-access.yaml' });
 * if (report.verdict !== 'passed') process.exitCode = 1;
 *
 * @throws ProfileError when the profile is invalid, or a secret in it cannot be read.
 * @throws DocumentError when the document cannot be used.
 * @throws UnknownOperationError when a pattern matches no operation.
 * @throws BaselineError when the baseline is invalid.
 * @throws TypeError when `baseUrl` is not an http:// or https:// address, or a certificate cannot be used.
 */
export async function runContractTests(options: RunContractTestsOptions): Promise<Report> {
  const {
    baseUrl,
    document,
    baseline = [],
    profile: given,
    environment,
    seed = 1,
    allowSkipped = false,
    strengths,
    ...others
  } = options;
  const suites = selectOperations(await chooseSuites(document, others), others);
  const profile = await loadProfile(given, environment);
  const known = typeof baseline === 'string' ? readBaseline(await readFile(baseline, 'utf8')) : baseline;
  const secrets = createSecrets(() => publicWordsOf(suites));
  const target = openTarget(profile, secrets, { baseUrl, ...others });
  try {
    const result = await runChecks({
      ...(strengths && { bases: strengths }),
      ...others,
      target,
      secrets,
      suites,
      known,
      seed,
      profile,
    });
    const exit = exitCode(result, { allowSkipped });
    return writeReport(result, { secrets, suites, tool, document, exitCode: exit });
  } finally {
    target.close();
  }
}

/** The report as SARIF 2.1.0. @example await writeFile('contract.sarif', sarifReport(report)); */
export function sarifReport(report: Report): string {
  return engineSarifReport(report, serviceDocument());
}

async function loadProfile(
  profile: Profile | string | undefined,
  environment: RunContractTestsOptions['environment'] = {},
): Promise<Profile> {
  if (profile === undefined) return emptyProfile;
  if (typeof profile !== 'string') return profile;
  const folder = dirname(resolve(profile));
  return readProfile(await readFile(profile, 'utf8'), { environment, folder, prompt: undefined }, [
    serviceProfilePart,
  ]);
}
