import { follow } from './follow.js';

/**
 * Every object of the document below a place, references followed, each once. Redocly's own walk stops at what it has
 * no type for; this one goes everywhere, so that a mark is found wherever it was set.
 *
 * @param {import('./redocly.d.ts').Placed} start
 * @param {import('./redocly.d.ts').Resolve} resolve
 * @returns {import('./redocly.d.ts').Placed[]}
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
