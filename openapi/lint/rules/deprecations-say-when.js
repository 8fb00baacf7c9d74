import { isObject, member, members } from '../walk.js';

/**
 * # deprecations-say-when
 *
 * **What.** Beside every `deprecated: true` of an operation, parameter, header or schema stands `x-deprecation` with `since`
 * and `sunset`, two days such as `2027-01-01` and at least twelve months apart, and `link`, an `https` address. That of an
 * operation may name its `successor`, the id of another operation that does not end. Nothing else stands there, and it does
 * not stand alone.
 *
 * **Why.** Whoever depends on something that ends asks: since when, until when, what instead? The service answers by the
 * headers `Deprecation`, `Sunset` and `Link`, and the docs in words; both are made from here.
 *
 * **Mend.** Give the days and the page. Twelve months are promised (decision `versioning`).
 *
 * @typedef {import('../redocly.d.ts').Placed} Placed
 * @typedef {import('../redocly.d.ts').Resolve} Resolve
 * @type {import('../redocly.d.ts').Rule}
 */
export const deprecationsSayWhen = () => {
  /** @type {Map<string, boolean>} whether each operation ends, by its id */
  let operations = new Map();
  /** @param {boolean} mayHaveSuccessor @returns {import('../redocly.d.ts').Visit} */
  const hold =
    (mayHaveSuccessor) =>
    (node, { location, report }) => {
      const place = location.child('x-deprecation');
      for (const message of faultsOf(node, mayHaveSuccessor ? operations : undefined))
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
    Operation: { enter: hold(true) },
    Parameter: { enter: hold(false) },
    Header: { enter: hold(false) },
    Schema: { enter: hold(false) },
  };
};

/** @param {any} node @param {Map<string, boolean> | undefined} operations @returns {string[]} */
function faultsOf({ operationId, deprecated, 'x-deprecation': told }, operations) {
  if (deprecated !== true)
    return told === undefined ? [] : ['`x-deprecation` stands without `deprecated: true`.'];
  if (!isObject(told)) return ['`deprecated: true` needs `x-deprecation` with since, sunset and link.'];
  const { since, sunset, link, successor, ...others } = told;
  const faults = Object.keys(others).map((name) => `\`${name}\` is not known in \`x-deprecation\`.`);
  for (const [name, value] of Object.entries({ since, sunset })) {
    if (!isDay(value)) faults.push(`\`${name}\` is not a day such as 2027-01-01.`);
  }
  if (isDay(since) && isDay(sunset) && Date.parse(sunset) < aYearAfter(since))
    faults.push(`\`sunset\` is less than twelve months after \`since\`.`);
  if (typeof link !== 'string' || !/^https:\/\/[^\s<>"]+$/.test(link))
    faults.push('`link` is not an https address.');
  if (successor !== undefined) faults.push(...successorFaults(successor, operationId, operations));
  return faults;
}

/** @param {unknown} successor @param {string} own @param {Map<string, boolean> | undefined} operations */
function successorFaults(successor, own, operations) {
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
  const operations = members(member(root, resolve, 'paths'), resolve).flatMap((path) =>
    members(path, resolve),
  );
  return new Map(
    operations.flatMap(({ node }) =>
      isObject(node) && typeof node.operationId === 'string'
        ? [[node.operationId, node.deprecated === true]]
        : [],
    ),
  );
}
