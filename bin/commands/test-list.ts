import type { Rule } from '../../conformance/check.ts';
import { wrap } from '../../conformance/report/text.ts';
import { isSelected } from '../../conformance/run/schedule.ts';
import type { AnySuite } from '../../conformance/run.ts';
import type { TestOptions } from './test.ts';

/** Prints what would be run: id, strength, source and rule of each check. */
export function listChecks(suites: readonly AnySuite[], { only, skip, strength }: TestOptions): void {
  const selection = {
    ...(only && { only }),
    ...(skip && { skip }),
    ...(strength && { strengths: strength }),
  };
  const rules = suites
    .flatMap((suite): Rule[] => [...suite.always, ...suite.checks])
    .filter((rule) => isSelected(rule, selection))
    .sort((a, b) => a.id.localeCompare(b.id, 'en'));
  const width = process.stdout.columns ?? 80;
  for (const { id, rule, strength: rests, source } of rules) {
    process.stdout.write(`${id}  (${rests}, ${source})\n  ${wrap(rule, width - 2, '  ')}\n`);
  }
  process.stderr.write(`${rules.length} checks\n`);
}
