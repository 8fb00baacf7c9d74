import type { DeclaredOperation } from '../check.ts';
import { groupBy } from '../group-by.ts';
import { outcomeKinds } from '../outcome.ts';
import { whyInconclusive } from '../report/console.ts';
import type { Finding, Report, ReportedCheck } from '../report/report.ts';
import { describeFinding } from '../report/text.ts';
import type { Runner } from './runner.ts';

/** What a test says: one check, with its findings in one operation. */
interface Tested extends Pick<ReportedCheck, 'id' | 'rule' | 'kind' | 'reason' | 'findings'> {
  readonly operation: string | undefined;
}

/**
 * Registers a test for each operation and check of a report, and one for the verdict. A check that could not run is a skipped
 * test with its reason.
 */
export function registerTests(
  { describe, it }: Runner,
  report: Report,
  declared: readonly DeclaredOperation[],
): void {
  const tests = report.checks.flatMap(byOperation);
  describe('contract', () => {
    for (const [operation, own] of groupBy(tests, (one) => one.operation))
      describe(nameOf(operation, declared), () => {
        for (const test of own) register(test);
      });

    it('the tests reach a verdict', () => {
      if (report.verdict === 'inconclusive')
        throw failure(`Inconclusive: ${whyInconclusive(report)}. \`allowSkipped\` accepts this.`);
    });
  });

  function register(test: Tested): void {
    const { id, rule, kind, reason = 'the check did not run' } = test;
    const name = `${id}: ${rule}`;
    if (kind === 'skipped') it.skip(`${name} (skipped: ${reason})`, () => {});
    else it(name, (...[context]) => settle(test, context));
  }
}

/** A rule about every response is a test of each operation in which it found something. */
function byOperation(check: ReportedCheck): Tested[] {
  const { findings, operation } = check;
  if (operation !== undefined || findings.length === 0) return [{ ...check, operation }];
  const found = groupBy(findings, (finding) => finding.operation);
  return [...found].map(([operation, own]) => ({ ...check, operation, findings: own }));
}

function nameOf(operation: string | undefined, declared: readonly DeclaredOperation[]): string {
  if (operation === undefined) return 'the whole API';
  const own = declared.find((one) => one.operation === operation);
  return own === undefined ? operation : `${own.method} ${own.path}`;
}

/** Throws what failed. What the run excuses is a note of the passed test, if the runner has notes. */
function settle({ rule, kind, reason, findings }: Tested, context: unknown): unknown {
  if (kind === 'error') throw failure(`an error in the test tool: ${reason}`);
  const failed = groupBy(
    findings.filter((finding) => finding.kind === 'failed'),
    ({ id }) => id,
  );
  if (failed.size > 0)
    throw failure([rule, ...[...failed.values()].map(describeCase)].join('\n\n'));
  const [worst] = findings;
  if (worst === undefined || !canAnnotate(context)) return undefined;
  const { level } = outcomeKinds[worst.kind];
  return context.annotate(inOneLine(worst, findings.length), level === 'note' ? 'notice' : level);
}

/** A case with the first of the requests that show it. */
function describeCase([first, ...others]: readonly Finding[]): string {
  if (first === undefined) return '';
  const more = others.length === 0 ? '' : `\nin all: ${others.length + 1} requests`;
  return describeFinding(first) + more;
}

/** The places in this package say nothing about the server. */
function failure(message: string): Error {
  const error = new Error(message);
  error.stack = `${error.name}: ${message}`;
  return error;
}

function canAnnotate(
  context: unknown,
): context is { annotate(message: string, type: string): unknown } {
  // The context of Vitest is a function.
  return typeof context === 'function' && 'annotate' in context;
}

function inOneLine({ kind, expected, got, label, reason }: Finding, all: number): string {
  const more = all === 1 ? '' : `; ${all - 1} more`;
  return `${kind}: expected ${expected}, got ${got} (${reason ?? label})${more}`;
}

/** Most reporters show the notes of a test only when it fails. */
export function warnOfDifferences(
  { checks }: Report,
  environment: Readonly<Record<string, string | undefined>>,
): void {
  const ids = checks.filter(({ kind }) => kind === 'differs').map(({ id }) => id);
  if (ids.length === 0) return;
  const differ = ids.length === 1 ? '1 check differs' : `${ids.length} checks differ`;
  const command = environment.GITHUB_ACTIONS === 'true' ? '::warning title=contract tests::' : '';
  console.warn(`${command}${differ}, and would fail with strict: ${ids.join(', ')}`);
}
