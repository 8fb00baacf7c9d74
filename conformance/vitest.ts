import { beforeAll, describe, test } from 'vitest';
import type { Rule } from './check.ts';
import { describeFinding } from './report/describe-finding.ts';
import type { ReportedCheck } from './report/report.ts';
import { isSelected } from './run/select-checks.ts';
import { contractSuites, type RunContractTestsOptions, runContractTests } from './run-contract-tests.ts';

/** The options of `runContractTests`, without those that Vitest replaces. */
export interface ContractTestsOptions
  extends Omit<RunContractTestsOptions, 'baseUrl' | 'failFast' | 'maxTimeMs'> {
  /** The base address of the server under test. A function if it is only known after `beforeAll`. */
  readonly baseUrl: string | (() => string | Promise<string>);
  /** Milliseconds for all checks. Those that have not run by then are skipped. @default 300000 */
  readonly timeout?: number;
}

// After the timeout the current check ends, and the run removes what it created.
const endingMs = 60_000;

/**
 * Registers every contract check as a Vitest test. The checks run once, before the first test. A check that cannot run is
 * skipped with its reason, never passed.
 *
 * @example
 * contractTests({ baseUrl: 'http://127.0.0.1:8080', profile: 'account-access.yaml', environment: process.env });
 */
export function contractTests(options: ContractTestsOptions): void {
  const rules: Rule[] = contractSuites()
    .flatMap(({ responseChecks, checks }) => [...responseChecks, ...checks])
    .filter((rule) => isSelected(rule, options));

  describe('contract', () => {
    const checks = new Map<string, ReportedCheck>();
    const maxTimeMs = options.timeout ?? 300_000;

    beforeAll(async () => {
      const { baseUrl, timeout: _, ...choice } = options;
      const address = typeof baseUrl === 'string' ? baseUrl : await baseUrl();
      const report = await runContractTests({ ...choice, baseUrl: address, maxTimeMs });
      for (const check of report.checks) checks.set(check.id, check);
    }, maxTimeMs + endingMs);

    test.for(rules)('$id: $rule', ({ id }, context) => settle(checks.get(id), context.skip));
  });
}

function settle(check: ReportedCheck | undefined, skip: (reason: string) => void): void {
  if (check === undefined || check.kind === 'skipped') skip(check?.reason ?? 'the check did not run');
  if (check?.kind === 'error') throw new Error(`an error in the test tool: ${check.reason}`);
  if (check?.kind === 'failed')
    throw new Error(`${check.rule}\n${check.findings.map(describeFinding).join('\n\n')}`);
}
