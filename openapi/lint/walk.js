/**
 * Finds parts of a contract of many files. Every step remembers the place of its value, so that a relative `$ref` resolves
 * from the right file and a finding points to the right line.
 *
 * @typedef {import('./redocly.d.ts').Placed} Placed
 * @typedef {import('./redocly.d.ts').Resolve} Resolve
 * @typedef {Placed & { status: string }} Response a response of an operation and its status
 */

/** @param {unknown} node @returns {node is Record<string, unknown>} */
export function isObject(node) {
  return typeof node === 'object' && node !== null && !Array.isArray(node);
}

/**
 * The value that a reference leads to, or the value itself.
 * @param {Placed} placed @param {Resolve} resolve @returns {Placed | undefined} undefined for a reference to nothing
 */
export function follow(placed, resolve) {
  if (!isObject(placed.node) || typeof placed.node.$ref !== 'string') return placed;
  const { node, location } = resolve(placed.node, placed.location.source.absoluteRef);
  if (node === undefined || location === undefined) return undefined;
  return follow({ node, location }, resolve);
}

/**
 * The fields of an object, each with references followed; none for anything that is not an object.
 * @param {Placed | undefined} placed @param {Resolve} resolve @returns {(Placed & { key: string })[]}
 */
export function fields(placed, resolve) {
  if (placed === undefined || !isObject(placed.node)) return [];
  return Object.entries(placed.node).flatMap(([key, node]) => {
    const found = follow({ node, location: placed.location.child(key) }, resolve);
    return found === undefined ? [] : [{ key, ...found }];
  });
}

/**
 * One field of an object, with references followed.
 * @param {Placed | undefined} placed @param {Resolve} resolve @param {string[]} keys @returns {Placed | undefined}
 */
export function field(placed, resolve, ...keys) {
  /** @type {Placed | undefined} */
  let found = placed;
  for (const key of keys) {
    if (found === undefined || !isObject(found.node) || !Object.hasOwn(found.node, key)) return undefined;
    found = follow({ node: found.node[key], location: found.location.child(key) }, resolve);
  }
  return found;
}

/**
 * The elements of an array, each with references followed; none for anything that is not an array.
 * @param {Placed | undefined} placed @param {Resolve} resolve @returns {Placed[]}
 */
export function elements(placed, resolve) {
  if (placed === undefined || !Array.isArray(placed.node)) return [];
  return placed.node.flatMap(
    (node, index) => follow({ node, location: placed.location.child(index) }, resolve) ?? [],
  );
}

/**
 * Every object of the document below a place, references followed, each once. Redocly's own walk stops at what it has
 * no type for; this one goes everywhere, so that a mark is found wherever it was set.
 *
 * @param {Placed} start
 * @param {Resolve} resolve
 * @returns {Placed[]}
 */
export function everyObject(start, resolve) {
  const seen = new Set();
  const objects = [];
  const waiting = [start];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const placed = follow(next, resolve);
    if (placed === undefined || typeof placed.node !== 'object' || placed.node === null) continue;
    if (seen.has(placed.location.absolutePointer)) continue;
    seen.add(placed.location.absolutePointer);
    if (!Array.isArray(placed.node)) objects.push(placed);
    for (const [key, node] of Object.entries(placed.node)) {
      waiting.push({ node, location: placed.location.child(key) });
    }
  }
  return objects;
}

/** @param {Placed} operation @param {Resolve} resolve @returns {Response[]} */
export function responsesOf(operation, resolve) {
  return fields(field(operation, resolve, 'responses'), resolve).map(({ key, node, location }) => ({
    status: key,
    node,
    location,
  }));
}

/** @param {Placed} owner a response or a request body @param {Resolve} resolve */
export function jsonOf(owner, resolve) {
  return field(owner, resolve, 'content', 'application/json');
}

/**
 * The schemas of a response: those under `anyOf`, or its only one. None for a response without JSON.
 * @param {Response} response @param {Resolve} resolve @returns {Placed[]}
 */
export function envelopesOf(response, resolve) {
  const schema = field(jsonOf(response, resolve), resolve, 'schema');
  if (schema === undefined) return [];
  const { anyOf, ...others } = schema.node;
  const isChoice = Array.isArray(anyOf) && Object.keys(others).every((key) => key === 'description');
  return isChoice ? elements(field(schema, resolve, 'anyOf'), resolve) : [schema];
}

/**
 * The named examples of a media type or parameter: the Example Objects, not their values.
 * @param {Placed | undefined} owner @param {Resolve} resolve
 */
export function examplesOf(owner, resolve) {
  return fields(field(owner, resolve, 'examples'), resolve);
}
