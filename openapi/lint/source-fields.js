import { readFileSync } from 'node:fs';
import { field, fields, isObject } from './walk.js';

/**
 * What the source of the contract shows of a field, and nothing that we decided.
 * @typedef {object} Fact
 * @property {string} type
 * @property {boolean} [required] missing where the source does not say
 * @property {unknown} [onSuccess] its only value in a success
 * @property {Readonly<Record<string, Fact>>} [fields] those of an object
 *
 * @typedef {object} OperationFacts
 * @property {Readonly<Record<string, Fact>>} parameters
 * @property {Fact} [request] the body; missing where there is none
 * @property {Fact} result `data` of a success
 *
 * @typedef {{ what: string, fix: string, location: import('./redocly.d.ts').Location }} Addition
 * @typedef {import('./redocly.d.ts').Placed} Placed
 * @typedef {import('./redocly.d.ts').Resolve} Resolve
 */

/** @type {{ envelope: Fact, operations: Readonly<Record<string, OperationFacts>> }} */
const source = JSON.parse(readFileSync(new URL('source-fields.json', import.meta.url), 'utf8'));

/** @param {string} operation method and path, such as `post /v1/auth/login` */
export function factsOf(operation) {
  return source.operations[operation];
}

/** The envelope, with the result of an operation in it. @param {Fact | undefined} result @returns {Fact} */
export function envelopeWith(result) {
  const { envelope } = source;
  return result === undefined ? envelope : { ...envelope, fields: { ...envelope.fields, data: result } };
}

/** @param {Placed | undefined} placed */
export function isMarked(placed) {
  return placed !== undefined && isObject(placed.node) && Object.hasOwn(placed.node, 'x-decision');
}

/** An element that the source does not show, unless it has a mark. @param {string} what @param {Placed} placed */
export function unmarked(what, placed) {
  return isMarked(placed) ? [] : [{ what, fix: MARK, location: placed.location }];
}

/**
 * What a schema says beyond the facts without a mark on the element that says it.
 * @param {Placed} schema @param {Fact} fact @param {boolean} success @param {Resolve} resolve
 * @param {string} path from the body, with dots; empty for the body itself
 * @returns {Addition[]}
 */
export function additionsOf(schema, fact, success, resolve, path = '') {
  const { node, location } = schema;
  const name = path === '' ? 'the body' : `\`${path}\``;
  if (!isObject(node)) return [{ what: `the schema ${node} of ${name}`, fix: MARK, location }];
  const keywords = Object.entries(node).flatMap(([keyword, value]) => {
    if (isMarked(schema) && !REACHING.includes(keyword)) return [];
    const added = keyword === 'required' ? requiredBeyond(value, fact) : [keyword];
    if (keyword !== 'required' && isShown(keyword, value, fact, success)) return [];
    return added.map((part) => ({
      what: keyword === 'required' ? `the required field \`${part}\` of ${name}` : `\`${part}\` of ${name}`,
      fix: REACHING.includes(keyword) ? 'say it at the field itself' : MARK,
      location: location.child(keyword),
    }));
  });
  const properties = fields(field(schema, resolve, 'properties'), resolve).flatMap((property) => {
    const child = path === '' ? property.key : `${path}.${property.key}`;
    const known = fact.fields?.[property.key];
    if (known !== undefined) return additionsOf(property, known, success, resolve, child);
    return unmarked(`the field \`${child}\``, property);
  });
  return [...keywords, ...properties];
}

const MARK = 'mark it with `x-decision`';
// They allow every value, or are about the fields, which are looked at one by one.
const FREE = ['title', 'description', 'example', 'examples', 'deprecated', 'externalDocs', 'properties'];
// They could say something of a field far from the field, where nobody looks for its mark.
const REACHING = [
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas', 'dependentRequired'],
  ...['patternProperties', 'propertyNames', '$dynamicRef'],
];

/** @param {string} keyword @param {unknown} value @param {Fact} fact @param {boolean} success */
function isShown(keyword, value, fact, success) {
  if (keyword === 'type') return value === fact.type;
  if (keyword === 'const') return success && fact.onSuccess !== undefined && value === fact.onSuccess;
  return FREE.includes(keyword) || keyword.startsWith('x-');
}

/** @param {unknown} required @param {Fact} fact @returns {unknown[]} */
function requiredBeyond(required, fact) {
  return [required].flat().filter((name) => fact.fields?.[String(name)]?.required !== true);
}
