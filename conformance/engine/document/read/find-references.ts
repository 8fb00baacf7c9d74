import { holdsData, mapKeys } from '../model/api-document.ts';
import { isJsonObject, type JsonObject, pointer } from '../model/pointer.ts';

export interface FoundReference extends Omit<Part, 'value'> {
  readonly holder: JsonObject;
  readonly reference: string;
}

export interface Part {
  readonly value: unknown;
  /** The pointer to it, in its file. */
  readonly at: string;
  /** The pointer to the nearest schema around it that has an `$id`, or to the root. */
  readonly resource: string;
  /** Whether it maps names to parts, or is a reference to such a map. */
  readonly isMap: boolean;
}

// No check uses them.
const unused = new Set(['callbacks', 'webhooks']);

/** The references in a part of a document, without those in examples, extensions, and whatever else no check uses. */
export function findReferences(part: Part, visited: Set<object>): FoundReference[] {
  const found: FoundReference[] = [];
  const walk = ({ value, at, resource, isMap }: Part): void => {
    if (typeof value !== 'object' || value === null || visited.has(value)) return;
    visited.add(value);
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries())
        walk({ value: item, at: `${at}/${index}`, resource, isMap: false });
      return;
    }
    if (!isJsonObject(value)) return;
    const inside = typeof value.$id === 'string' && !isMap ? at : resource;
    if (typeof value.$ref === 'string')
      found.push({ holder: value, reference: value.$ref, at, resource: inside, isMap });
    for (const [key, child] of Object.entries(value)) {
      if (!isMap && (key.startsWith('x-') || unused.has(key) || holdsData(key, child))) continue;
      walk({
        value: child,
        at: at + pointer(key),
        resource: inside,
        isMap: !isMap && mapKeys.has(key),
      });
    }
  };
  walk(part);
  return found;
}
