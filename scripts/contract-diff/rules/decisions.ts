import type { Finding, Rule } from '../finding.ts';
import { everyObject } from '../tree.ts';

/**
 * Other servers may decide differently about an element with `x-decision`: the contract tests only report it. Without the mark
 * the element counts as shown by the source of the interface, so servers that passed may now fail.
 */
export const decisions: Rule = {
  name: 'decisions',
  rates: ({ property }) => property === 'x-decision',
  find(released, later) {
    const after = new Map([...everyObject(later)].map(({ pointer, value }) => [pointer, slugsOf(value)]));
    return [...everyObject(released)].flatMap<Omit<Finding, 'rule'>>(({ pointer, value }) => {
      const now = after.get(pointer);
      const before = slugsOf(value);
      if (now === undefined || now === before) return [];
      const place = `${pointer}/x-decision`;
      if (now === '')
        return {
          impact: 'breaking',
          pointer: place,
          sentence: `What was decided (${before}) now counts as shown: no other server may decide otherwise.`,
        };
      const sentence =
        before === ''
          ? `What counted as shown is now a decision of ours (${now}).`
          : `It rests on ${now} instead of ${before}.`;
      return { impact: 'editorial', pointer: place, sentence };
    });
  },
};

function slugsOf(value: Readonly<Record<string, unknown>>): string {
  return [value['x-decision'] ?? []].flat().toSorted().join(', ');
}
