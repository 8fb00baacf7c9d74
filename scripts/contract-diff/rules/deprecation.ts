import type { Rule } from '../finding.ts';
import { operationsOf } from '../tree.ts';

/** A deprecation announces that something will go: clients must be able to learn of it from the version. */
export const deprecation: Rule = {
  name: 'deprecation',
  speaksOf: ({ path, property }) => property === 'deprecated' && /^#\/paths\/[^/]+\/[a-z]+$/.test(path),
  find(released, later) {
    const operations = operationsOf(later);
    return [...operationsOf(released)].flatMap(([name, { value }]) => {
      const after = operations.get(name);
      const [was, is] = [value.deprecated === true, after?.value.deprecated === true];
      if (after === undefined || was === is) return [];
      const sentence = is ? `${name} is deprecated.` : `${name} is no longer deprecated.`;
      return [{ impact: 'additive' as const, pointer: `${after.pointer}/deprecated`, sentence }];
    });
  },
};
