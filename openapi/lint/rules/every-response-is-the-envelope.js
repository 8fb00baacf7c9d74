import { isDeepStrictEqual } from 'node:util';
import { jsonOf, member, responsesOf } from '../walk.js';

/**
 * # every-response-is-the-envelope
 *
 * **What.** Every response of every operation has an `application/json` schema that is the envelope: an object with
 * `status` (required, with `code`, `message` and `trace_id` required in it and of the types that
 * `components/schemas/ResponseEnvelope` gives them), the very `output` and `usage` of `ResponseEnvelope`, optionally
 * `data`, and nothing else. The envelopes are flat: no `allOf`, `anyOf` or `oneOf` in them or in their `status`.
 *
 * **Why.** A client reads the outcome in one place, whatever it asked. Each operation writes its envelope out, because
 * many tools take each branch of an `allOf` for the whole and refuse the members of the others; copies drift apart
 * unless something holds them together.
 *
 * **Mend.** Give the response a schema of its own like those beside it: `status` from `SuccessStatus` or
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
        model = member({ node: root, location }, resolve, 'components', 'schemas', 'ResponseEnvelope');
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
          const schema = member(jsonOf(response, resolve), resolve, 'schema');
          const place = schema?.location ?? response.location;
          if (seen.has(place.absolutePointer)) continue;
          seen.add(place.absolutePointer);
          for (const fault of faultsOf(schema, model, resolve))
            report({ message: `A response is not the envelope: ${fault}.`, location: place });
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
function faultsOf(schema, model, resolve) {
  if (schema === undefined) return ['it has no application/json schema'];
  const faults = [];
  const status = member(schema, resolve, 'properties', 'status');
  if (schema.node.type !== 'object') faults.push('its type is not object');
  if (!schema.node.required?.includes('status')) faults.push('`status` is not required');
  for (const word of COMBINATIONS)
    if (word in schema.node || word in (status?.node ?? {}))
      faults.push(`it is not flat but uses \`${word}\``);
  for (const part of PARTS) {
    const here = member(status, resolve, 'properties', part);
    const there = member(model, resolve, 'properties', 'status', 'properties', part);
    if (here === undefined || !status?.node.required?.includes(part))
      faults.push(`\`status.${part}\` is not required`);
    else if (here.node.type !== there?.node.type)
      faults.push(`\`status.${part}\` is not of type ${there?.node.type}`);
  }
  for (const name of ['output', 'usage']) {
    const here = member(schema, resolve, 'properties', name);
    const there = member(model, resolve, 'properties', name);
    if (!isDeepStrictEqual(here?.node, there?.node))
      faults.push(`\`${name}\` is not that of ResponseEnvelope`);
    if (schema.node.required?.includes(name)) faults.push(`\`${name}\` is required`);
  }
  for (const name of Object.keys(schema.node.properties ?? {}))
    if (member(model, resolve, 'properties', name) === undefined)
      faults.push(`\`${name}\` is no member of it`);
  return faults;
}
