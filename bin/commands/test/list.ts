import type { ListedCheck } from '../../../conformance/check-catalogue.ts';
import { wrap } from '../../../conformance/report/text.ts';
import { isSelected } from '../../../conformance/run/schedule.ts';
import { columnsOf, type Terminal } from '../../terminal.ts';
import type { TestOptions } from './command.ts';

/** Prints what would be run: id, strength, source and rule of each check. */
export function listChecks(
  { answer, say, stdout }: Terminal,
  rules: readonly ListedCheck[],
  { only, skip, strength, json }: TestOptions,
): void {
  const selection = {
    ...(only && { only }),
    ...(skip && { skip }),
    ...(strength && { strengths: strength }),
  };
  const selected = rules.filter((rule) => isSelected(rule, selection));
  if (json) {
    answer(JSON.stringify(selected, undefined, 2));
  } else {
    const width = columnsOf(stdout);
    for (const { id, rule, strength: rests, source } of selected)
      answer(`${id}  (${rests}, ${source})\n  ${wrap(rule, width - 2, '  ')}`);
  }
  say(`${selected.length} checks`);
}
