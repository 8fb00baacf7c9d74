import { elements, examplesOf, field, jsonOf, responsesOf } from '../walk.js';

/**
 * # examples-have-their-cause
 *
 * **What.** Every named example of a response shows what causes it. Either the request has an example of the same key (in its
 * body, or in its parameters where the operation takes no body), or the response example has `x-cause: <text>`, because
 * no single well-formed request causes it (a malformed body, a missing token, too many requests). Every example of a
 * request has a response of the same key, and only one response has that key, except `default`.
 *
 * **Why.** Readers want to know what to send to get a response. A mock selects the response by the key. Pairs make the
 * examples a list of cases that can be replayed against a server.
 *
 * **Fix.** Give both sides of the pair the same key, or say the cause in `x-cause`.
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
        const operation = field(path, resolve, method);
        if (operation === undefined) continue;
        const requests = new Map(
          requestExamples(path, operation, resolve).map(({ key, ...rest }) => [key, rest]),
        );
        const responses = new Map();
        for (const response of responsesOf(operation, resolve)) {
          for (const example of examplesOf(jsonOf(response, resolve), resolve)) {
            const { key, node, location: place } = example;
            // What the server sends before it knows the operation has reasons of the operation, too.
            if (responses.has(key) && response.status !== 'default')
              report({
                message: `Example \`${key}\` is in two responses of one operation.`,
                location: place,
              });
            responses.set(key, example);
            if (!requests.has(key) && typeof node['x-cause'] !== 'string')
              report({
                message: `Example \`${key}\` is on no request and has no \`x-cause\`.`,
                location: place,
              });
          }
        }
        for (const [key, request] of requests)
          if (!responses.has(key))
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
  const body = field(operation, resolve, 'requestBody');
  if (body !== undefined) return examplesOf(jsonOf(body, resolve), resolve);
  return [path, operation]
    .flatMap((owner) => elements(field(owner, resolve, 'parameters'), resolve))
    .flatMap((parameter) => examplesOf(parameter, resolve));
}
