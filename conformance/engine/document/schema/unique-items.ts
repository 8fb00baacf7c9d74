import { isJsonObject } from '../model/pointer.ts';

/** Whether a list contains a value twice. Takes time in proportion to the list, whatever is in it. */
export function hasEqualItems(items: readonly unknown[]): boolean {
  return new Set(items.map(canonical)).size < items.length;
}

/** Equal for values that JSON Schema calls equal: the order of fields does not count, and 1 is 1.0. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner) => {
    if (!isJsonObject(inner)) return inner;
    const names = Object.keys(inner).sort();
    return Object.fromEntries(names.map((name) => [name, inner[name]]));
  });
}
