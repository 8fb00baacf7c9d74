import { everyObject, field, isObject, jsonOf, responsesOf } from '../walk.js';

/**
 * # responses-are-open
 *
 * **What.** No schema of a response limits which fields an object has, or how many: no `additionalProperties`,
 * `unevaluatedProperties`, `propertyNames`, `minProperties` or `maxProperties`.
 *
 * **Why.** Clients ignore fields that they do not know, so a later version, or another server, may send more. A closed
 * response would make each new field a breaking change.
 *
 * **Fix.** Delete the keyword. Request bodies are closed; responses are not.
 *
 * @type {import('../redocly.d.ts').Rule}
 */
export const responsesAreOpen = () => {
  const seen = new Set();
  return {
    Operation: {
      enter(operation, { location, resolve, report }) {
        for (const response of responsesOf({ node: operation, location }, resolve)) {
          const schema = field(jsonOf(response, resolve), resolve, 'schema');
          for (const { node, location: place } of schema === undefined ? [] : everyObject(schema, resolve)) {
            if (seen.has(place.absolutePointer)) continue;
            seen.add(place.absolutePointer);
            for (const keyword of CLOSING.filter((word) => isObject(node) && Object.hasOwn(node, word)))
              report({ message: `\`${keyword}\` closes a response.`, location: place.child(keyword) });
          }
        }
      },
    },
  };
};

const CLOSING = [
  ...['additionalProperties', 'unevaluatedProperties', 'propertyNames'],
  ...['minProperties', 'maxProperties'],
];
