import { pointerReference } from '../model/api-document.ts';
import { isJsonObject, type JsonObject, pointer, pointerParts, valueAt } from '../model/pointer.ts';

/**
 * Resolves `$dynamicRef` while schemas are converted. What it means depends on the schemas through which it was reached: the
 * outermost with an anchor of that name decides. So a schema with it is converted once for each such scope, and the scope is a
 * part of its pointer.
 */
export interface DynamicScopes {
  /** The pointer of a place without its scope, and the scope inside of it. */
  enter(place: string): { readonly at: string; readonly scope: string };
  /** A reference to a schema from one in a scope. */
  reference(target: string, scope: string): string;
  /** What a `$dynamicRef` in a schema leads to. Undefined: nothing. */
  resolve(reference: unknown, at: string, scope: string): string | undefined;
}

type Anchors = Readonly<Record<string, string>>;

const separator = '\u0000';

export function createDynamicScopes(root: JsonObject): DynamicScopes {
  const resources = new Map<string, Anchors>();
  const anchorsOf = (resource: string): Anchors => {
    const known = resources.get(resource) ?? findAnchors(valueAt(root, resource), resource);
    resources.set(resource, known);
    return known;
  };
  let isUsed: boolean | undefined;

  return {
    enter: (place) => {
      isUsed ??= uses(root, new Set());
      const [at = '', outer = ''] = place.split(separator);
      if (!isUsed) return { at, scope: '' };
      // The outermost anchor of a name counts.
      const anchors = { ...anchorsOf(resourceOf(root, at)), ...anchorsIn(outer) };
      return { at, scope: Object.keys(anchors).length === 0 ? '' : JSON.stringify(anchors) };
    },
    reference: (target, scope) =>
      pointerReference(scope === '' ? target : `${target}${separator}${scope}`),
    resolve: (reference, at, scope) => {
      const name = /#([^/]+)$/.exec(String(reference))?.[1];
      if (name === undefined) return undefined;
      // Without an anchor where it stands, it leads nowhere.
      const own = anchorsOf(resourceOf(root, at));
      return Object.hasOwn(own, name) ? anchorsIn(scope)[name] : undefined;
    },
  };
}

function anchorsIn(scope: string): Anchors {
  return scope === '' ? {} : JSON.parse(scope);
}

function uses(value: unknown, visited: Set<unknown>): boolean {
  if (typeof value !== 'object' || value === null || visited.has(value)) return false;
  visited.add(value);
  if (isJsonObject(value) && typeof value.$dynamicRef === 'string') return true;
  return Object.values(value).some((child) => uses(child, visited));
}

/** The schema around a place that is a unit of its own: it has an `$id`, or is one of the components. */
function resourceOf(root: JsonObject, at: string): string {
  const parts = pointerParts(at);
  const isComponent = parts[0] === 'components' && parts[1] === 'schemas';
  const least = isComponent ? Math.min(3, parts.length) : 0;
  for (let length = parts.length; length > least; length -= 1) {
    const place = pointer(...parts.slice(0, length));
    if (typeof valueAt(root, pointer(...parts.slice(0, length), '$id')) === 'string') return place;
  }
  return pointer(...parts.slice(0, least));
}

/** The dynamic anchors of a schema, without those of units of their own in it. */
function findAnchors(schema: unknown, at: string): Anchors {
  const found: Record<string, string> = {};
  const visited = new Set<unknown>();
  const walk = (value: unknown, place: string): void => {
    if (typeof value !== 'object' || value === null || visited.has(value)) return;
    visited.add(value);
    if (isJsonObject(value)) {
      if (place !== at && typeof value.$id === 'string') return;
      if (typeof value.$dynamicAnchor === 'string') found[value.$dynamicAnchor] ??= place;
    }
    for (const [key, child] of Object.entries(value)) walk(child, place + pointer(key));
  };
  // Paths and components have units of their own.
  if (at !== '') walk(schema, at);
  return found;
}
