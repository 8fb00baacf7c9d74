import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { service } from './checks/service.ts';
import { traceOf } from './checks/support/responses/service-response.ts';
import { createTarget, type TargetOptions } from './http/target.ts';
import { exitCode } from './outcome.ts';
import { emptyProfile, type Profile } from './profile/profile.ts';
import { readProfile } from './profile/read-profile.ts';
import { type Report, writeReport } from './report/report.ts';
import { runChecks } from './run/run-checks.ts';
import type { RunOptions } from './run/run-options.ts';
import { createSecrets } from './secrets.ts';
import { serviceDocumentSuite } from './service-document.ts';
import { type AnySuite, bind } from './suite.ts';

export { htmlReport } from './report/html.ts';
export { junitReport } from './report/junit.ts';
export type { Finding, Report, ReportedCheck, ReportedExchange } from './report/report.ts';
export { jsonReport } from './report/report.ts';
export { sarifReport } from './report/sarif.ts';

type Choice = Pick<
  RunOptions,
  'only' | 'skip' | 'strengths' | 'strict' | 'failFast' | 'destructive' | 'fuzz' | 'maxTimeMs'
>;
type Connection = Pick<TargetOptions, 'ca' | 'insecure' | 'rate' | 'timeoutMs'>;

/** Which server, what is known of it, and which checks; what is left out is as with `account-access test`. */
export interface RunContractTestsOptions extends Choice, Connection {
  /** Of the server under test, with any path prefix. */
  readonly baseUrl: string;
  /** A profile, or the path of one in YAML (`account-access test --init` writes one). Without: what needs no account. */
  readonly profile?: Profile | string;
  /** What `env:` in the profile refers to; nothing unless given. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Of the generated requests, which are the same again for the same seed; 1 unless given. */
  readonly seed?: number;
}

/**
 * Tests a server against the contract, as `account-access test` does: `verdict` of the report is `passed`, `failed` or
 * `inconclusive`. The report holds no secret of the profile. @throws ProfileError, or a TypeError for an address that cannot be
 * used
 */
export async function runContractTests(options: RunContractTestsOptions): Promise<Report> {
  const {
    baseUrl,
    profile: given,
    environment,
    seed = 1,
    ca,
    insecure,
    rate,
    timeoutMs,
    ...choice
  } = options;
  const profile = await loadProfile(given, environment);
  const pace = rate ?? profile.limits.requestsPerSecond;
  const target = createTarget({
    baseUrl,
    headers: profile.headers,
    ...(ca !== undefined && { ca }),
    ...(insecure !== undefined && { insecure }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(pace !== undefined && { rate: pace }),
  });
  const secrets = createSecrets();
  try {
    const result = await runChecks({ ...choice, target, secrets, suites: contractSuites(), seed, profile });
    return writeReport(result, { secrets, traceOf, exitCode: exitCode(result) });
  } finally {
    target.close();
  }
}

/** All that the contract is held by: checks of the service, and those that its document gives. */
export function contractSuites(): AnySuite[] {
  return [bind(service), serviceDocumentSuite()];
}

async function loadProfile(
  profile: Profile | string | undefined,
  environment: RunContractTestsOptions['environment'] = {},
): Promise<Profile> {
  if (profile === undefined) return emptyProfile;
  if (typeof profile !== 'string') return profile;
  const folder = dirname(resolve(profile));
  return readProfile(await readFile(profile, 'utf8'), { environment, folder, prompt: undefined });
}
