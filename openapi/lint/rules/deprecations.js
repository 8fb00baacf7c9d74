import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { field, fields, isObject } from '../walk.js';

/**
 * # deprecations-say-when
 *
 * **What.** Every operation, parameter, header or schema with `deprecated: true` has `x-deprecation` with `since`
 * and `sunset`, two days such as `2027-01-01` and at least twelve months apart, and `link`, an `https` address. That of an
 * operation may name its `successor`, the id of another operation that is not deprecated. It has no other fields, and nothing
 * has it without `deprecated: true`.
 *
 * **Why.** Users of something deprecated need to know since when, until when, and what to use instead. The service says so in
 * the headers `Deprecation`, `Sunset` and `Link`, and the docs in words; both are generated from here.
 *
 * **Fix.** Give the days and the page. Twelve months are promised (decision `versioning`).
 *
 * @typedef {import('../redocly.d.ts').Placed} Placed
 * @typedef {import('../redocly.d.ts').Resolve} Resolve
 * @type {import('../redocly.d.ts').Rule}
 */
export const deprecationsSayWhen = () => {
  /** @type {Set<string>} the ids of the operations that are not deprecated */
  let lasting = new Set();
  /** @type {import('../redocly.d.ts').Visit} */
  const check = (node, { location, report }) => {
    const { deprecated, 'x-deprecation': deprecation } = node;
    const message = errorOf(node, lasting);
    const place = deprecation === undefined && deprecated === true ? 'deprecated' : 'x-deprecation';
    if (message !== undefined) report({ message, location: location.child(place) });
  };
  return {
    Root: {
      enter(root, { location, resolve }) {
        const paths = fields(field({ node: root, location }, resolve, 'paths'), resolve);
        const nodes = paths.flatMap((path) => fields(path, resolve)).map(({ node }) => node);
        const operations = nodes.filter((node) => isObject(node) && node.deprecated !== true);
        lasting = new Set(operations.map(({ operationId }) => operationId));
      },
    },
    Operation: { enter: check },
    Parameter: { enter: check },
    Header: { enter: check },
    Schema: { enter: check },
  };
};

const ajv = new Ajv();
formats.default(ajv, ['date']);
const isValid = ajv.compile({
  type: 'object',
  required: ['since', 'sunset', 'link'],
  properties: {
    since: { type: 'string', format: 'date' },
    sunset: { type: 'string', format: 'date' },
    link: { type: 'string', pattern: '^https://[^ <>"]+$' },
    successor: { type: 'string' },
  },
  additionalProperties: false,
});

/** @param {any} node @param {Set<string>} lasting @returns {string | undefined} */
function errorOf({ operationId, deprecated, 'x-deprecation': deprecation }, lasting) {
  if (deprecated !== true) return deprecation && '`x-deprecation` needs `deprecated: true`.';
  if (!isValid(deprecation)) return ajv.errorsText(isValid.errors, { dataVar: 'x-deprecation' });
  /** @type {any} */
  const { since, sunset, successor } = deprecation;
  const nextYear = new Date(since);
  nextYear.setUTCFullYear(nextYear.getUTCFullYear() + 1);
  if (new Date(sunset) < nextYear) return '`sunset` is less than twelve months after `since`.';
  if (successor === undefined) return undefined;
  if (operationId === undefined) return 'Only an operation has a `successor`.';
  return lasting.has(successor) ? undefined : '`successor` names no operation that stays.';
}
