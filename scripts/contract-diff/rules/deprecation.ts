import type { Finding, Rule } from '../finding.ts';
import { everyObject, type Fields, fieldsOf, operationsOf } from '../tree.ts';

/**
 * A deprecation announces that something will go, so the version must show it. Clients rely on the
 * announced day: it may only move to a later one.
 */
export const deprecation: Rule = {
  name: 'deprecation',
  rates: ({ path, property }) =>
    property === 'deprecated' || property === 'x-deprecation' || path.endsWith('/x-deprecation'),
  find(released, later) {
    const after = new Map([...everyObject(later)].map(({ pointer, value }) => [pointer, value]));
    const names = new Map([...operationsOf(later)].map(([name, { pointer }]) => [pointer, name]));
    return [...everyObject(released)].flatMap(({ pointer, value: before }) => {
      const now = after.get(pointer);
      if (now === undefined) return [];
      const [was, is] = [endingOf(before), endingOf(now)];
      const name = names.get(pointer) ?? `\`${pointer.replace(/^.*\//, '')}\``;
      return changes(name, was, is).map((change) => ({
        ...change,
        pointer: `${pointer}/${was && is ? 'x-deprecation' : 'deprecated'}`,
      }));
    });
  },
};

type Change = Pick<Finding, 'impact' | 'sentence'>;

function changes(name: string, was: Fields | undefined, is: Fields | undefined): readonly Change[] {
  if (was === undefined && is === undefined) return [];
  if (was === undefined) return [{ impact: 'additive', sentence: `${name} is deprecated${until(is)}.` }];
  if (is === undefined)
    return [{ impact: 'additive', sentence: `${name} is no longer deprecated: it goes on after all.` }];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((field) => was[field] !== is[field])
    .map((field) => {
      // Days in this form sort as text.
      const earlier = field === 'sunset' && String(is.sunset) < String(was.sunset);
      return {
        impact: earlier ? 'breaking' : 'editorial',
        sentence: `The ${field} of ${name} is ${is[field] ?? 'gone'} instead of ${was[field] ?? 'none'}${earlier ? ', earlier than was announced' : ''}.`,
      };
    });
}

function endingOf({ deprecated, 'x-deprecation': deprecation }: Fields): Fields | undefined {
  return deprecated === true ? fieldsOf(deprecation) : undefined;
}

function until(ending: Fields | undefined): string {
  return ending?.sunset === undefined ? '' : `, and may be gone from ${ending.sunset}`;
}
