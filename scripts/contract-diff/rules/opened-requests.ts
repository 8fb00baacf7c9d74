import type { Rule } from '../finding.ts';
import { below, children, operationsOf } from '../tree.ts';

/** A body that was closed and now takes fields that the contract does not name. Redocly rates it as editorial. */
export const openedRequests: Rule = {
  name: 'opened-requests',
  find(released, later) {
    const operations = operationsOf(later);
    return [...operationsOf(released)].flatMap(([name, before]) => {
      const after = operations.get(name);
      if (after === undefined) return [];
      const content = below(released, before, 'requestBody', 'content');
      return [...children(released, content)].flatMap(([type, media]) => {
        const was = below(released, media, 'schema');
        const is = below(later, after, 'requestBody', 'content', type, 'schema');
        if (was?.value.additionalProperties !== false || is === undefined) return [];
        if (is.value.additionalProperties === false) return [];
        const sentence = `${name} no longer rejects unknown fields of its body.`;
        return [{ impact: 'additive' as const, pointer: `${is.pointer}/additionalProperties`, sentence }];
      });
    });
  },
};
