import { examplesOf, follow, jsonOf, member, responsesOf } from '../walk.js';

/**
 * # examples-have-their-cause
 *
 * **What.** Every named example of a response tells how it is earned: an example of the same key stands on the request
 * (its body, or its parameters where the operation takes no body), or the response example carries `x-cause: <text>`
 * because no well-formed request of its own earns it (a broken body, a missing token, a crowd). Conversely every example
 * of a request has the response it earns, and a key stands in one response only.
 *
 * **Why.** A reader asks "what do I send to see this?". A mock answers by the key. Pairs make examples a list of cases
 * that can be replayed against a server rather than decoration.
 *
 * **Mend.** Give both sides of the pair the same key, or say the cause in `x-cause`.
 *
 * @typedef {import('../redocly.d.ts').Placed} Placed
 * @typedef {import('../redocly.d.ts').Resolve} Resolve
 * @type {import('../redocly.d.ts').Rule}
 */
export const examplesHaveTheirCause = () => ({
  PathItem: {
    enter(item, { location, resolve, report }) {
      const path = { node: item, location };
      for (const method of METHODS) {
        const operation = member(path, resolve, method);
        if (operation === undefined) continue;
        const requests = new Map(
          requestExamples(path, operation, resolve).map(({ key, ...rest }) => [key, rest]),
        );
        const answers = new Map();
        for (const response of responsesOf(operation, resolve)) {
          for (const example of examplesOf(jsonOf(response, resolve), resolve)) {
            const { key, node, location: place } = example;
            if (answers.has(key))
              report({
                message: `Example \`${key}\` stands in two responses of one operation.`,
                location: place,
              });
            answers.set(key, example);
            if (!requests.has(key) && typeof node['x-cause'] !== 'string')
              report({
                message: `Example \`${key}\` is on no request and has no \`x-cause\`.`,
                location: place,
              });
          }
        }
        for (const [key, request] of requests)
          if (!answers.has(key))
            report({
              message: `Request example \`${key}\` has no response of that key.`,
              location: request.location,
            });
      }
    },
  },
});

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** @param {Placed} path @param {Placed} operation @param {Resolve} resolve */
function requestExamples(path, operation, resolve) {
  const body = member(operation, resolve, 'requestBody');
  if (body !== undefined) return examplesOf(jsonOf(body, resolve), resolve);
  return [path, operation].flatMap((owner) => {
    const parameters = member(owner, resolve, 'parameters');
    return [...(parameters?.node ?? [])].flatMap((node, index) => {
      const place = parameters?.location.child(index);
      return place === undefined ? [] : examplesOf(follow({ node, location: place }, resolve), resolve);
    });
  });
}
