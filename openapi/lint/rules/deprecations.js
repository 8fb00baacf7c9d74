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
  /** @type {Map<string, boolean>} whether each operation ends, by its id */
  let operations = new Map();
  /** @param {boolean} mayHaveSuccessor @returns {import('../redocly.d.ts').Visit} */
  const check =
    (mayHaveSuccessor) =>
    (node, { location, report }) => {
      const place = location.child('x-deprecation');
      for (const message of errorsOf(node, mayHaveSuccessor ? operations : undefined))
        report({
          message,
          location: node['x-deprecation'] === undefined ? location.child('deprecated') : place,
        });
    };
  return {
    Root: {
      enter(root, { location, resolve }) {
        operations = endsOf({ node: root, location }, resolve);
      },
    },
    Operation: { enter: check(true) },
    Parameter: { enter: check(false) },
    Header: { enter: check(false) },
    Schema: { enter: check(false) },
  };
};

/** @param {any} node @param {Map<string, boolean> | undefined} operations @returns {string[]} */
function errorsOf({ operationId, deprecated, 'x-deprecation': deprecation }, operations) {
  if (deprecated !== true)
    return deprecation === undefined ? [] : ['`x-deprecation` needs `deprecated: true`.'];
  if (!isObject(deprecation))
    return ['`deprecated: true` needs `x-deprecation` with since, sunset and link.'];
  const { since, sunset, link, successor, ...others } = deprecation;
  const errors = Object.keys(others).map((name) => `\`${name}\` is not known in \`x-deprecation\`.`);
  for (const [name, value] of Object.entries({ since, sunset })) {
    if (!isDay(value)) errors.push(`\`${name}\` is not a day such as 2027-01-01.`);
  }
  if (isDay(since) && isDay(sunset) && Date.parse(sunset) < aYearAfter(since))
    errors.push(`\`sunset\` is less than twelve months after \`since\`.`);
  if (typeof link !== 'string' || !/^https:\/\/[^\s<>"]+$/.test(link))
    errors.push('`link` is not an https address.');
  if (successor !== undefined) errors.push(...successorErrors(successor, operationId, operations));
  return errors;
}

/** @param {unknown} successor @param {string} own @param {Map<string, boolean> | undefined} operations */
function successorErrors(successor, own, operations) {
  if (operations === undefined) return ['Only an operation has a `successor`.'];
  const ends = operations.get(String(successor));
  if (ends === undefined || successor === own) return ['`successor` names no other operation.'];
  return ends ? ['`successor` names an operation that ends too.'] : [];
}

/** @param {unknown} value @returns {value is string} */
function isDay(value) {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(value);
  // 30 February is read as a day of March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** @param {string} day */
function aYearAfter(day) {
  const date = new Date(day);
  return date.setUTCFullYear(date.getUTCFullYear() + 1);
}

/** @param {Placed} root @param {Resolve} resolve @returns {Map<string, boolean>} */
function endsOf(root, resolve) {
  const operations = fields(field(root, resolve, 'paths'), resolve).flatMap((path) => fields(path, resolve));
  return new Map(
    operations.flatMap(({ node }) =>
      isObject(node) && typeof node.operationId === 'string'
        ? [[node.operationId, node.deprecated === true]]
        : [],
    ),
  );
}
