import { Digits } from '../../bounded/digits.ts';

export type JsonObject = { readonly [key: string]: unknown };

export function isJsonObject(value: unknown): value is JsonObject {
  if (value instanceof Digits) return false;
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of an object; of anything else, none. */
export function fieldsOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

export function pointer(...parts: readonly (string | number)[]): string {
  return parts
    .map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

export function pointerParts(text: string): string[] {
  return text
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A text without its percent-encoding; undefined when that is not valid UTF-8. */
export function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

export function valueAt(root: unknown, text: string): unknown {
  let value = root;
  for (const part of pointerParts(text)) {
    if (Array.isArray(value)) value = value[Number(part)];
    else if (isJsonObject(value) && Object.hasOwn(value, part)) value = value[part];
    else return undefined;
  }
  return value;
}

/** A copy with another value at the pointer, or without the value when it is undefined. */
export function withValueAt(root: unknown, parts: readonly string[], value: unknown): unknown {
  const [first, ...rest] = parts;
  if (first === undefined) return value;
  if (Array.isArray(root)) {
    return root.map((item, at) => (at === Number(first) ? withValueAt(item, rest, value) : item));
  }
  const tree = isJsonObject(root) ? root : {};
  const changed = withValueAt(Object.hasOwn(tree, first) ? tree[first] : undefined, rest, value);
  const entries = Object.entries(tree).filter(([key]) => key !== first);
  return Object.fromEntries(changed === undefined ? entries : [...entries, [first, changed]]);
}
