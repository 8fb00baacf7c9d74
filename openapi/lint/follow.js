/**
 * Moving about in a contract of many files: every step remembers where its value is written, so that a relative `$ref`
 * resolves from the right file and a finding points at the right line.
 *
 * @typedef {import('./redocly.d.ts').Placed} Placed
 * @typedef {import('./redocly.d.ts').Resolve} Resolve
 */

/** @param {unknown} node @returns {node is Record<string, unknown>} */
export function isObject(node) {
  return typeof node === 'object' && node !== null && !Array.isArray(node);
}

/**
 * The value a reference stands for, or the value itself.
 * @param {Placed} placed @param {Resolve} resolve @returns {Placed | undefined} undefined for a reference to nothing
 */
export function follow(placed, resolve) {
  if (!isObject(placed.node) || typeof placed.node.$ref !== 'string') return placed;
  const { node, location } = resolve(placed.node, placed.location.source.absoluteRef);
  if (node === undefined || location === undefined) return undefined;
  return follow({ node, location }, resolve);
}

/**
 * The members of an object, each with references followed; none for anything that is not an object.
 * @param {Placed | undefined} placed @param {Resolve} resolve @returns {(Placed & { key: string })[]}
 */
export function members(placed, resolve) {
  if (placed === undefined || !isObject(placed.node)) return [];
  return Object.entries(placed.node).flatMap(([key, node]) => {
    const found = follow({ node, location: placed.location.child(key) }, resolve);
    return found === undefined ? [] : [{ key, ...found }];
  });
}

/**
 * One member of an object, with references followed.
 * @param {Placed | undefined} placed @param {Resolve} resolve @param {string[]} keys @returns {Placed | undefined}
 */
export function member(placed, resolve, ...keys) {
  /** @type {Placed | undefined} */
  let found = placed;
  for (const key of keys) {
    if (found === undefined || !isObject(found.node) || !Object.hasOwn(found.node, key)) return undefined;
    found = follow({ node: found.node[key], location: found.location.child(key) }, resolve);
  }
  return found;
}
