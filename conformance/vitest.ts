import { beforeAll, describe, test } from 'vitest';
import type { Rule } from './check.ts';
import { describeFinding } from './report/describe-finding.ts';
import type { ReportedCheck } from './report/report.ts';
import { isSelected } from './run/select-checks.ts';
import { contractSuites, type RunContractTestsOptions, runContractTests } from './run-contract-tests.ts';

/** As for `runContractTests`, less what vitest decides. */
export interface ContractTestsOptions
  extends Omit<RunContractTestsOptions, 'baseUrl' | 'failFast' | 'maxTimeMs'> {
  /** Of the server under test; a function when it is known only after `beforeAll`. */
  readonly baseUrl: string | (() => string | Promise<string>);
  /** Milliseconds for all of them, 300,000 when absent. A check that could not be put by then is skipped. */
  readonly timeout?: number;
}

// When time is up the last check comes to its end, and what was made is undone.
const endingMs = 60_000;

/**
 * Registers every contract check as a test: `contractTests({ baseUrl, profile: 'account-access.yaml' })`. They are run once,
 * before the first; a check that could not be put is skipped with its reason, never passed.
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
  if (check === undefined || check.kind === 'skipped') skip(check?.reason ?? 'it did not run');
  if (check?.kind === 'error') throw new Error(`an error in the test tool: ${check.reason}`);
  if (check?.kind === 'failed')
    throw new Error(`${check.rule}\n${check.findings.map(describeFinding).join('\n\n')}`);
}
