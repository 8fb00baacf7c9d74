import {
  type ContractTestsOptions as EngineOptions,
  contractTests as suiteTests,
} from '../engine/vitest.ts';
import { chooseSuites } from './choose-suites.ts';
import type { RunContractTestsOptions } from './run-contract-tests.ts';
import { tool } from './tool.ts';

/** The options of `runContractTests`, without those that Vitest replaces. */
export type ContractTestsOptions = Omit<
  RunContractTestsOptions,
  'baseUrl' | 'failFast' | 'maxTimeMs'
> &
  Pick<EngineOptions, 'baseUrl' | 'timeout'>;

/**
 * Registers every contract check as a Vitest test. The checks run once, before the first test. A check that cannot run is
 * skipped with its reason, never passed. A check that differs passes with a warning as its annotation, and one line after the
 * tests names these checks.
 *
 * @example
 * contractTests({ baseUrl: 'http://127.0.0.1:8080', profile: 'account-access.yaml', environment: process.env });
 */
export function contractTests(options: ContractTestsOptions): void {
  suiteTests(() => chooseSuites(options.document, options), {
    ...options,
    tool,
  });
}
