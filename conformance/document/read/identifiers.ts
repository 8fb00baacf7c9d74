import { holdsData } from '../model/document-keys.ts';
import { isJsonObject, pointer } from '../model/pointer.ts';

/** The pointers to the schemas of a file that have names: `$id` as an absolute address, and `$anchor`. */
export interface Identifiers {
  readonly ids: ReadonlyMap<string, string>;
  readonly anchors: ReadonlyMap<string, string>;
}

export function readIdentifiers(content: unknown, address: string | undefined): Identifiers {
  const ids = new Map<string, string>();
  const anchors = new Map<string, string>();
  const visited = new Set<object>();
  const walk = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null || visited.has(value)) return;
    visited.add(value);
    if (isJsonObject(value)) {
      if (typeof value.$id === 'string') ids.set(absoluteAddress(value.$id, address), at);
      if (typeof value.$anchor === 'string') anchors.set(value.$anchor, at);
    }
    for (const [key, child] of Object.entries(value)) {
      if (!holdsData(key, child)) walk(child, at + pointer(key));
    }
  };
  walk(content, '');
  return { ids, anchors };
}

/** A reference as an absolute address without its fragment, or as it stands when there is nothing to which it is relative. */
export function absoluteAddress(reference: string, base: string | undefined): string {
  const relative = reference.replace(/#.*$/s, '');
  return URL.canParse(relative, base) ? new URL(relative, base).href : relative;
}
