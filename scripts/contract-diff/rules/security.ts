import type { Contract, Rule } from '../finding.ts';
import { operationsOf, type Place } from '../tree.ts';

/** Who is let in is a promise to clients and to owners of accounts alike: either direction breaks one of the two. */
export const security: Rule = {
  name: 'security',
  rates: ({ path, property }) => /\/security(?:\/\d+)?$/.test(path) || property === 'security',
  find(released, later) {
    const operations = operationsOf(later);
    return [...operationsOf(released)].flatMap(([name, before]) => {
      const after = operations.get(name);
      if (after === undefined) return [];
      const [were, are] = [waysIn(released, before), waysIn(later, after)];
      const finding = (sentence: string) => ({
        impact: 'breaking' as const,
        pointer: `${after.pointer}/security`,
        sentence,
      });
      return [
        ...are.filter((way) => !were.includes(way)).map((way) => finding(`${name} now lets in ${way}.`)),
        ...were
          .filter((way) => !are.includes(way))
          .map((way) => finding(`${name} no longer lets in ${way}.`)),
      ];
    });
  },
};

/** The alternatives of an operation, or of the contract where it names none; `{}` and an empty list let everybody in. */
function waysIn(contract: Contract, { value }: Place): readonly string[] {
  const alternatives = value.security ?? contract.security;
  if (!Array.isArray(alternatives) || alternatives.length === 0) return ['everybody'];
  return alternatives.map((schemes) => {
    const needed = Object.entries<readonly string[]>(schemes).map(([scheme, scopes]) =>
      [scheme, ...scopes.toSorted()].join(' '),
    );
    return needed.length === 0 ? 'everybody' : `who has ${needed.toSorted().join(' and ')}`;
  });
}
