import {
  type ContractTestsOptions as EngineOptions,
  contractTests as test,
} from '../engine/index.ts';
import { chooseSuites } from './choose-suites.ts';
import type { RunContractTestsOptions } from './run-contract-tests.ts';
import { tool } from './tool.ts';

/** The options of `runContractTests`, and the test runner. */
export type ContractTestsOptions = Omit<RunContractTestsOptions, 'baseUrl' | 'failFast'> &
  Pick<EngineOptions, 'runner'> & {
    readonly baseUrl: string;
  };

/**
 * Runs the contract tests, and registers every check as a test of Vitest, or of the runner that runs the file. A check that
 * cannot run is skipped with its reason, never passed. A check that differs passes with a warning as its annotation, and one
 * line before the tests names these checks.
 *
 * @example
 * await contractTests({ baseUrl: 'http://127.0.0.1:8080', profile: 'account-access.yaml', environment: process.env });
 */
export async function contractTests({
  baseUrl,
  document,
  ...options
}: ContractTestsOptions): Promise<void> {
  const suites = await chooseSuites(document, options);
  await test(baseUrl, { ...options, suites, tool });
}
