import type { Finding, Rule } from '../finding.ts';
import { everyObject, type Members, membersOf, operationsOf } from '../tree.ts';

/**
 * A deprecation announces that something will go: clients must be able to learn of it from the version. Who was told a day
 * relies on it, so that it may only come later.
 */
export const deprecation: Rule = {
  name: 'deprecation',
  speaksOf: ({ path, property }) =>
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

function changes(name: string, was: Members | undefined, is: Members | undefined): readonly Change[] {
  if (was === undefined && is === undefined) return [];
  if (was === undefined) return [{ impact: 'additive', sentence: `${name} is deprecated${until(is)}.` }];
  if (is === undefined)
    return [{ impact: 'additive', sentence: `${name} is no longer deprecated: it goes on after all.` }];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((member) => was[member] !== is[member])
    .map((member) => {
      // As text too, days come one after the other.
      const earlier = member === 'sunset' && String(is.sunset) < String(was.sunset);
      return {
        impact: earlier ? 'breaking' : 'editorial',
        sentence: `The ${member} of ${name} is ${is[member] ?? 'gone'} instead of ${was[member] ?? 'none'}${earlier ? ', earlier than was announced' : ''}.`,
      };
    });
}

function endingOf({ deprecated, 'x-deprecation': told }: Members): Members | undefined {
  return deprecated === true ? membersOf(told) : undefined;
}

function until(ending: Members | undefined): string {
  return ending?.sunset === undefined ? '' : `, and may be gone from ${ending.sunset}`;
}
