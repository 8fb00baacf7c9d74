import {
  sarifReport as engineSarifReport,
  type Report,
  type RunSuitesOptions,
  runSuites,
} from '../engine/index.ts';
import { chooseSuites } from './choose-suites.ts';
import { serviceDocument, tool } from './tool.ts';

export * from '../engine/index.ts';

/** Which server to test, what is known about it, and which checks to run. The defaults are those of `account-access test`. */
export interface RunContractTestsOptions extends Omit<RunSuitesOptions, 'tool'> {
  /** The path to another OpenAPI document, whose checks then replace those of the contract. @default the contract */
  readonly document?: string;
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
  const suites = await chooseSuites(options.document, options);
  return runSuites(suites, { ...options, tool });
}

/** The report as SARIF 2.1.0. @example await writeFile('contract.sarif', sarifReport(report)); */
export function sarifReport(report: Report): string {
  return engineSarifReport(report, serviceDocument());
}
