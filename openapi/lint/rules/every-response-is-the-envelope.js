import { isDeepStrictEqual } from 'node:util';
import { field, jsonOf, responsesOf } from '../walk.js';

/**
 * # every-response-is-the-envelope
 *
 * **What.** Every response of every operation has an `application/json` schema that is the envelope: an object with
 * `status` (required, with `code`, `message` and `trace_id` required in it and of the types that
 * `components/schemas/ResponseEnvelope` gives them), the very `output` and `usage` of `ResponseEnvelope`, optionally
 * `data`, and nothing else. The envelopes are flat: no `allOf`, `anyOf` or `oneOf` in them or in their `status`.
 *
 * **Why.** A client reads the outcome in one place, whatever it called. Each operation writes its envelope out, because
 * many tools take each branch of an `allOf` for the whole and reject the fields of the others. Without this rule the
 * copies would drift apart.
 *
 * **Fix.** Give the response its own schema, like the other responses: `status` from `SuccessStatus` or
 * `FailureStatus`, `output` from `Output`, `usage` from `Usage`, and the payload under `data`.
 *
 * @typedef {import('../redocly.d.ts').Placed} Placed
 * @type {import('../redocly.d.ts').Rule}
 */
export const everyResponseIsTheEnvelope = () => {
  /** @type {Placed | undefined} */
  let model;
  const seen = new Set();
  return {
    Root: {
      enter(root, { location, resolve, report }) {
        model = field({ node: root, location }, resolve, 'components', 'schemas', 'ResponseEnvelope');
        if (model === undefined)
          report({
            message: 'components.schemas needs ResponseEnvelope.',
            location: location.child('components'),
          });
      },
    },
    Operation: {
      enter(operation, { location, resolve, report }) {
        if (model === undefined) return;
        for (const response of responsesOf({ node: operation, location }, resolve)) {
          const schema = field(jsonOf(response, resolve), resolve, 'schema');
          const place = schema?.location ?? response.location;
          if (seen.has(place.absolutePointer)) continue;
          seen.add(place.absolutePointer);
          for (const error of errorsOf(schema, model, resolve))
            report({ message: `A response is not the envelope: ${error}.`, location: place });
        }
      },
    },
  };
};

const PARTS = ['code', 'message', 'trace_id'];
const COMBINATIONS = ['allOf', 'anyOf', 'oneOf'];

/**
 * @param {Placed | undefined} schema @param {Placed} model @param {import('../redocly.d.ts').Resolve} resolve
 * @returns {string[]}
 */
function errorsOf(schema, model, resolve) {
  if (schema === undefined) return ['it has no application/json schema'];
  const errors = [];
  const status = field(schema, resolve, 'properties', 'status');
  if (schema.node.type !== 'object') errors.push('its type is not object');
  if (!schema.node.required?.includes('status')) errors.push('`status` is not required');
  for (const word of COMBINATIONS)
    if (word in schema.node || word in (status?.node ?? {}))
      errors.push(`it is not flat but uses \`${word}\``);
  for (const part of PARTS) {
    const here = field(status, resolve, 'properties', part);
    const there = field(model, resolve, 'properties', 'status', 'properties', part);
    if (here === undefined || !status?.node.required?.includes(part))
      errors.push(`\`status.${part}\` is not required`);
    else if (here.node.type !== there?.node.type)
      errors.push(`\`status.${part}\` is not of type ${there?.node.type}`);
  }
  for (const name of ['output', 'usage']) {
    const here = field(schema, resolve, 'properties', name);
    const there = field(model, resolve, 'properties', name);
    if (!isDeepStrictEqual(here?.node, there?.node))
      errors.push(`\`${name}\` is not that of ResponseEnvelope`);
    if (schema.node.required?.includes(name)) errors.push(`\`${name}\` is required`);
  }
  for (const name of Object.keys(schema.node.properties ?? {}))
    if (field(model, resolve, 'properties', name) === undefined) errors.push(`\`${name}\` is no field of it`);
  return errors;
}
