import { isDeepStrictEqual } from 'node:util';
import { envelopesOf, everyObject, examplesOf, field, isObject, jsonOf, responsesOf } from '../walk.js';

/**
 * # every-response-is-the-envelope
 *
 * **What.** Every response of every operation has an `application/json` schema that is the envelope: an object with
 * `status` (required, and in it the integer `code` and the strings `message` and `trace_id`),
 * an `output` and a `usage` that are the same in every envelope, optionally `data`, and nothing else. Envelopes are flat: no
 * `allOf`, `anyOf` or `oneOf` in them or in their `status`. A response of a failure lists its reasons in
 * `x-extensible-enum`, and has an example of each whose code is the HTTP status.
 *
 * **Why.** A client reads the outcome in one place, whatever it called. Types, docs, the mock and the checks read the reasons
 * of a response there. An `enum` in the schema would make each new reason a breaking change. Many tools take each branch of an
 * `allOf` for the whole and reject the fields of the others, so the envelopes of successes are written out.
 *
 * **Fix.** Use `Failure` or `ValidationFailure` for a failure. For a success write a schema like the others: `status` from
 * `SuccessStatus`, `output` from `Output`, `usage` from `Usage`, and the payload under `data`.
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
          for (const error of errorsOfReasons(response, resolve)) {
            const message = `A response is not the envelope: ${error}.`;
            if (!seen.has(message + response.location.absolutePointer))
              report({ message, location: response.location });
            seen.add(message + response.location.absolutePointer);
          }
          for (const envelope of envelopes) {
            const once = envelope.location.absolutePointer;
            if (seen.has(once)) continue;
            seen.add(once);
            first ??= envelope;
            for (const error of errorsOf(envelope, first, resolve))
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
 * @param {Placed} envelope @param {Placed} first @param {Resolve} resolve
 * @returns {string[]}
 */
function errorsOf(envelope, first, resolve) {
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
  return [...errors, ...errorsOfStatus(status, resolve)];
}

/** @param {Placed | undefined} status @param {Resolve} resolve @returns {string[]} */
function errorsOfStatus(status, resolve) {
  const errors = [];
  const { required = [] } = status?.node ?? {};
  for (const [name, type] of Object.entries(TYPES)) {
    const part = field(status, resolve, 'properties', name);
    if (part === undefined || !required.includes(name)) errors.push(`\`status.${name}\` is not required`);
    else if (part.node.type !== type) errors.push(`\`status.${name}\` is not of type ${type}`);
  }
  return errors;
}

/**
 * What is wrong with the reasons of a failure: each has an example, with the HTTP status as its code.
 * @param {import('../walk.js').Response} response @param {Resolve} resolve @returns {string[]}
 */
function errorsOfReasons(response, resolve) {
  const json = jsonOf(response, resolve);
  if (response.status.startsWith('2') || json === undefined) return [];
  const shown = examplesOf(json, resolve).map(({ node }) => node.value?.status ?? {});
  const wrong = shown.filter(({ code }) => response.status !== 'default' && String(code) !== response.status);
  const { 'x-extensible-enum': listed } = response.node;
  return [
    ...wrong.map(({ code }) => `an example has the code ${code} in the response ${response.status}`),
    ...(isDeepStrictEqual(
      listed,
      shown.map(({ reason }) => reason),
    )
      ? []
      : ['its `x-extensible-enum` does not list the reasons of its examples, in their order']),
  ];
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
