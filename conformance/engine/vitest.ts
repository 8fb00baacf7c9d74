import { afterAll, beforeAll, describe, type TestContext, test } from 'vitest';
import type { Rule } from './check.ts';
import { outcomeKinds } from './outcome.ts';
import type { Finding, ReportedCheck } from './report/report.ts';
import { describeFinding } from './report/text.ts';
import { isSelected } from './run/select-checks.ts';
import { type RunSuitesOptions, runSuites } from './run-suites.ts';
import { selectOperations } from './select-operations.ts';
import type { RunnableSuite } from './suite.ts';

/** The options of `runSuites`, without those that Vitest replaces. */
export interface ContractTestsOptions
  extends Omit<RunSuitesOptions, 'baseUrl' | 'failFast' | 'maxTimeMs'> {
  /** The base address of the server under test. A function if it is only known after `beforeAll`. */
  readonly baseUrl: string | (() => string | Promise<string>);
  /** Milliseconds for all checks. Those that have not run by then are skipped. @default 300000 */
  readonly timeout?: number;
}

// After the timeout the current check ends, and the run removes what it created.
const endingMs = 60_000;

/**
 * Registers every check of these suites as a Vitest test. The checks run once, before the first test. A check that cannot run is
 * skipped with its reason, never passed. A check that differs passes with a warning as its annotation, and one line after the
 * tests names these checks.
 *
 * @example
 * contractTests(() => openDocument('openapi.yaml'), { baseUrl: 'http://127.0.0.1:3000' });
 */
export function contractTests(
  given: readonly RunnableSuite[] | (() => Promise<readonly RunnableSuite[]>),
  options: ContractTestsOptions,
): void {
  const checks = new Map<string, ReportedCheck>();
  const maxTimeMs = options.timeout ?? 300_000;

  describe('contract', async () => {
    const suites = typeof given === 'function' ? await given() : given;
    const rules = selectOperations(suites, options)
      .flatMap(({ responseChecks, checks }): Rule[] => [...responseChecks, ...checks])
      .filter((rule) => isSelected(rule, options));

    beforeAll(async () => {
      const { baseUrl, timeout: _, ...choice } = options;
      const address = typeof baseUrl === 'string' ? baseUrl : await baseUrl();
      const report = await runSuites(suites, { ...choice, baseUrl: address, maxTimeMs });
      for (const check of report.checks) checks.set(check.id, check);
    }, maxTimeMs + endingMs);

    for (const { id, rule } of rules)
      test(`${id}: ${rule}`, (context) => settle(checks.get(id), context));

    afterAll(() => warnOfDifferences([...checks.values()], options.environment));
  });
}

// Most reporters show the annotations of a test only when it fails.
function warnOfDifferences(
  checks: readonly ReportedCheck[],
  environment: ContractTestsOptions['environment'] = {},
): void {
  const ids = checks.filter(({ kind }) => kind === 'differs').map(({ id }) => id);
  if (ids.length === 0) return;
  const differ = ids.length === 1 ? '1 check differs' : `${ids.length} checks differ`;
  const command = environment.GITHUB_ACTIONS === 'true' ? '::warning title=contract tests::' : '';
  console.warn(`${command}${differ}, and would fail with strict: ${ids.join(', ')}`);
}

async function settle(
  check: ReportedCheck | undefined,
  { skip, annotate }: Pick<TestContext, 'skip' | 'annotate'>,
): Promise<void> {
  if (check === undefined || check.kind === 'skipped')
    return skip(check?.reason ?? 'the check did not run');
  if (check.kind === 'error') throw new Error(`an error in the test tool: ${check.reason}`);
  if (check.kind === 'failed')
    throw new Error(`${check.rule}\n${check.findings.map(describeFinding).join('\n\n')}`);
  const [worst] = check.findings;
  if (worst === undefined) return;
  const { level } = outcomeKinds[worst.kind];
  await annotate(inOneLine(check, worst), level === 'note' ? 'notice' : level);
}

function inOneLine(
  { kind, findings }: ReportedCheck,
  { expected, got, label, reason }: Finding,
): string {
  const more = findings.length === 1 ? '' : `; ${findings.length - 1} more`;
  return `${kind}: expected ${expected}, got ${got} (${reason ?? label})${more}`;
}
