import { examplesOf, jsonOf, responsesOf } from '../walk.js';

/**
 * # responses-have-named-examples
 *
 * **What.** Every response has at least one example under `examples`, with a name; the anonymous `example` is not used.
 *
 * **Why.** Mocks return the examples, and readers learn from them, most of all from the failures. A request cannot select
 * an anonymous example by name, and nothing pairs it with the request that causes it.
 *
 * **Fix.** Add `examples` with a snake_case key that says when the service returns this response.
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
