import type { Contract } from './finding.ts';
import { membersOf, operationsOf } from './tree.ts';

/**
 * What to do when operations are gone that clients were not told of in time: one is taken out only after its sunset, whatever
 * the version. `undefined` when none is. It is no finding, since it is true of a day and not of two contracts.
 *
 * @param today such as `2028-01-01`, in UTC.
 */
export function removalFault(released: Contract, later: Contract, today: string): string | undefined {
  const left = new Set([...operationsOf(later).keys()].map(withoutNames));
  const early = [...operationsOf(released)]
    .filter(([name]) => !left.has(withoutNames(name)))
    .flatMap(([name, { value }]) => {
      const { sunset } = membersOf(value['x-deprecation']);
      if (value.deprecated !== true || typeof sunset !== 'string') return [`${name} was never deprecated`];
      return sunset > today ? [`${name} has its sunset on ${sunset}`] : [];
    });
  if (early.length === 0) return undefined;
  return `${early.join('; ')}: an operation is taken out only after its sunset. Put it back, and deprecate it first (docs/evolution.md).`;
}

// The names of parameters in a path are no part of what is called.
function withoutNames(operation: string): string {
  return operation.replaceAll(/\{[^}]*\}/g, '{}');
}
