import { examplesOf, jsonOf, responsesOf } from '../walk.js';

/**
 * # responses-have-named-examples
 *
 * **What.** Every response has at least one example under `examples`, with a name; the anonymous `example` is not used.
 *
 * **Why.** Mocks answer with the examples and readers learn from them, from the failures most of all. An anonymous
 * example cannot be asked for by name nor paired with the request that earns it.
 *
 * **Mend.** Add `examples` with a snake_case key that says when this answer is given.
 *
 * @type {import('../redocly.d.ts').Rule}
 */
export const responsesHaveNamedExamples = () => {
  const seen = new Set();
  return {
    Operation: {
      enter(operation, { location, resolve, report }) {
        for (const response of responsesOf({ node: operation, location }, resolve)) {
          if (seen.has(response.location.absolutePointer)) continue;
          seen.add(response.location.absolutePointer);
          const json = jsonOf(response, resolve);
          if (examplesOf(json, resolve).length === 0)
            report({
              message: `Response ${response.status} has no named example.`,
              location: response.location,
            });
          if (json !== undefined && Object.hasOwn(json.node, 'example'))
            report({
              message: 'An example without a name: use `examples`.',
              location: json.location.child('example'),
            });
        }
      },
    },
  };
};
