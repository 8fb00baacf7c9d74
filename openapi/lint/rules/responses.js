import { isDeepStrictEqual } from 'node:util';
import { envelopesOf, everyObject, field, isObject, jsonOf, responsesOf } from '../walk.js';

/**
 * # every-response-is-the-envelope
 *
 * **What.** Every response of every operation has an `application/json` schema that is the envelope: an object with
 * `status` (required, and in it `code`, an integer that is the HTTP status, and the strings `message` and `trace_id`),
 * an `output` and a `usage` that are the same in every envelope, optionally `data`, and nothing else. In the status of
 * a failure `reason` is required, with an `enum` and an `x-extensible-enum` of the same values. Envelopes are flat: no
 * `allOf`, `anyOf` or `oneOf` in them or in their `status`. A response may have several envelopes under `anyOf`.
 *
 * **Why.** A client reads the outcome in one place, whatever it called, and each status lists only the reasons it can
 * have. Each response writes its envelope out, because many tools take each branch of an `allOf` for the whole and
 * reject the fields of the others. Without this rule the copies would drift apart.
 *
 * **Fix.** Give the response its own schema, like the other responses: `status` from `SuccessStatus`, or written out
 * like that of other failures, `output` from `Output`, `usage` from `Usage`, and the payload under `data`.
 *
 * @typedef {import('../redocly.d.ts').Placed} Placed
 * @typedef {import('../redocly.d.ts').Resolve} Resolve
 * @type {import('../redocly.d.ts').Rule}
 */
export const everyResponseIsTheEnvelope = () => {
  /** @type {Placed | undefined} the first envelope, which the others are compared with */
  let first;
  const seen = new Set();
  return {
    Operation: {
      enter(operation, { location, resolve, report }) {
        for (const response of responsesOf({ node: operation, location }, resolve)) {
          const envelopes = envelopesOf(response, resolve);
          if (envelopes.length === 0)
            report({
              message: 'A response is not the envelope: it has no application/json schema.',
              location: response.location,
            });
          for (const envelope of envelopes) {
            const once = `${response.status} ${envelope.location.absolutePointer}`;
            if (seen.has(once)) continue;
            seen.add(once);
            first ??= envelope;
            for (const error of errorsOf(envelope, response.status, first, resolve))
              report({ message: `A response is not the envelope: ${error}.`, location: envelope.location });
          }
        }
      },
    },
  };
};

const TYPES = { code: 'integer', message: 'string', trace_id: 'string' };
const FIELDS = ['status', 'data', 'output', 'usage'];
const COMBINATIONS = ['allOf', 'anyOf', 'oneOf'];

/**
 * @param {Placed} envelope @param {string} httpStatus @param {Placed} first @param {Resolve} resolve
 * @returns {string[]}
 */
function errorsOf(envelope, httpStatus, first, resolve) {
  const errors = [];
  const { type, required = [], properties = {} } = envelope.node;
  if (type !== 'object') errors.push('its type is not object');
  if (!required.includes('status')) errors.push('`status` is not required');
  for (const name of ['output', 'usage']) {
    const here = field(envelope, resolve, 'properties', name);
    if (here === undefined) errors.push(`it has no \`${name}\``);
    else if (!isDeepStrictEqual(here.node, field(first, resolve, 'properties', name)?.node))
      errors.push(`\`${name}\` is not that of other responses`);
    if (required.includes(name)) errors.push(`\`${name}\` is required`);
  }
  for (const name of Object.keys(properties))
    if (!FIELDS.includes(name)) errors.push(`\`${name}\` is not one of its fields`);
  const status = field(envelope, resolve, 'properties', 'status');
  for (const word of COMBINATIONS)
    if (word in envelope.node || word in (status?.node ?? {}))
      errors.push(`it is not flat but uses \`${word}\``);
  return [...errors, ...errorsOfStatus(status, httpStatus, resolve)];
}

/** @param {Placed | undefined} status @param {string} httpStatus @param {Resolve} resolve @returns {string[]} */
function errorsOfStatus(status, httpStatus, resolve) {
  const errors = [];
  const { required = [] } = status?.node ?? {};
  for (const [name, type] of Object.entries(TYPES)) {
    const part = field(status, resolve, 'properties', name);
    if (part === undefined || !required.includes(name)) errors.push(`\`status.${name}\` is not required`);
    else if (part.node.type !== type) errors.push(`\`status.${name}\` is not of type ${type}`);
  }
  const code = field(status, resolve, 'properties', 'code');
  if (code !== undefined && String(code.node.const) !== httpStatus)
    errors.push(`\`status.code\` is not the constant ${httpStatus}`);
  if (httpStatus.startsWith('2')) return errors;
  const reason = field(status, resolve, 'properties', 'reason');
  const { enum: reasons, 'x-extensible-enum': extensible } = reason?.node ?? {};
  if (!required.includes('reason')) errors.push('`status.reason` is not required');
  if (!Array.isArray(reasons)) errors.push('`status.reason` does not list the reasons in `enum`');
  else if (!isDeepStrictEqual(reasons, extensible))
    errors.push('`status.reason` does not have its `enum` as `x-extensible-enum` too');
  return errors;
}

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
