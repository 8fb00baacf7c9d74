import { digitsAt } from '../../bounded/digits.ts';
import { isJsonObject } from '../model/pointer.ts';

/** Whether a list contains a value twice. Takes time in proportion to the list, whatever is in it. */
export function hasEqualItems(items: readonly unknown[]): boolean {
  return new Set(exactItems(items).map((item) => JSON.stringify(item))).size < items.length;
}

/** Equal for values that JSON Schema calls equal: the order of fields does not count, and 1 is 1.0. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return exactItems(value);
  if (!isJsonObject(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, exactAt(value, name, value[name])]));
}

const exactItems = (items: readonly unknown[]) => items.map((item, at) => exactAt(items, at, item));

/** A long integer as an object that no JSON has. */
function exactAt(holder: object, key: string | number, value: unknown): unknown {
  const digits = digitsAt(holder, key);
  return digits === undefined ? canonical(value) : { '\uE000digits': digits.text };
}
