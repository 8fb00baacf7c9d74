import { visit } from 'jsonc-parser';

/** An integer that a number cannot hold exactly. Where its digits do not matter, `JSON.stringify` makes it a number. */
export class Digits {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }

  toJSON(): number {
    return Number(this.text);
  }
}

/** A copy of parsed JSON or YAML, in which what was shared is shared, and integers keep their digits. */
export function copyOf<Value>(value: Value): Value {
  const copies = new Map<object, unknown>();
  const copy = (one: unknown): unknown => {
    if (typeof one !== 'object' || one === null || one instanceof Digits) return one;
    const known = copies.get(one);
    if (known !== undefined) return known;
    if (Array.isArray(one)) {
      const items: unknown[] = [];
      copies.set(one, items);
      for (const item of one) items.push(copy(item));
      return items;
    }
    const made: object = {};
    copies.set(one, made);
    // Also of a field `__proto__`.
    const attributes = { writable: true, enumerable: true, configurable: true };
    for (const [name, inner] of Object.entries(one))
      Object.defineProperty(made, name, { ...attributes, value: copy(inner) });
    return made;
  };
  // The copy has the same shape.
  return copy(value) as Value;
}

/** Whether a text may have such integers. */
export const mayHaveDigits = (text: string): boolean => /\d{16}/.test(text);

/** `JSON.parse`, but for integers beyond 2^53, which keep their digits. @throws SyntaxError */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!mayHaveDigits(text)) return value;
  let root = value;
  visit(text, {
    onLiteralValue: (literal, offset, length, _line, _column, path) => {
      const digits = text.slice(offset, offset + length);
      if (typeof literal !== 'number' || !isLong(digits)) return;
      const [...keys] = path();
      root = withDigits(root, keys, digits);
    },
  });
  return root;
}

/** In place: the value is new, and nobody else has it. */
function withDigits(root: unknown, keys: (string | number)[], digits: string): unknown {
  const last = keys.pop();
  if (last === undefined) return new Digits(digits);
  let holder: unknown = root;
  for (const key of keys) holder = childOf(holder, key);
  // A field that occurs twice may have another value now.
  if (childOf(holder, last) === Number(digits) && typeof holder === 'object' && holder !== null)
    setChild(holder, last, new Digits(digits));
  return root;
}

function childOf(holder: unknown, key: string | number): unknown {
  return typeof holder === 'object' && holder !== null
    ? Object.getOwnPropertyDescriptor(holder, key)?.value
    : undefined;
}

function isLong(digits: string): boolean {
  return /^-?\d+$/.test(digits) && !Number.isSafeInteger(Number(digits));
}

// Of private use, so that no text of a document begins with it.
const mark = '\uE000digits:';

/** `JSON.stringify`, with all digits. */
export function writeJson(value: unknown): string {
  if (!hasDigits(value)) return JSON.stringify(value);
  const marked = mapDigits(value, ({ text }) => mark + text);
  return JSON.stringify(marked).replace(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1');
}

/** The digits of what `withNumbers` returned, by the object or list around a number. */
const known = new WeakMap<object, ReadonlyMap<string, Digits>>();

/** The value with numbers, for what compares and calculates. `digitsAt` still knows their digits. */
export function withNumbers(value: unknown): unknown {
  if (!hasDigits(value)) return value;
  if (value instanceof Digits) return value.toJSON();
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const changed = entries.map(([key, child]) => [key, withNumbers(child)] as const);
  const copy = Array.isArray(value)
    ? changed.map(([, child]) => child)
    : Object.fromEntries(changed);
  known.set(
    copy,
    new Map(entries.flatMap(([key, child]) => (child instanceof Digits ? [[key, child]] : []))),
  );
  return copy;
}

/** All digits of a number, by the object or list around it. Undefined if it has no others. */
export function digitsAt(holder: object | undefined, key: string | number): Digits | undefined {
  return holder && known.get(holder)?.get(String(key));
}

/** The value with texts, for what names things. */
export function withTexts(value: unknown): unknown {
  return hasDigits(value) ? mapDigits(value, ({ text }) => text) : value;
}

function hasDigits(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return value instanceof Digits || Object.values(value).some(hasDigits);
}

function mapDigits(value: unknown, change: (digits: Digits) => unknown): unknown {
  if (value instanceof Digits) return change(value);
  if (Array.isArray(value)) return value.map((item) => mapDigits(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, mapDigits(child, change)]),
  );
}

/**
 * Changes a tree of a parser, in place: integers beyond 2^53 become `Digits` below a key that holds data, and numbers elsewhere.
 */
export function keepDigits(root: unknown, holdsData: (key: string, value: unknown) => boolean) {
  const seen = new Set<unknown>();
  const pending: [value: unknown, isData: boolean][] = [[root, false]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [holder, isData] = next;
    if (typeof holder !== 'object' || holder === null || seen.has(holder)) continue;
    seen.add(holder);
    for (const [key, child] of Object.entries(holder)) {
      const isDataHere = isData || holdsData(key, child);
      const exact = typeof child === 'bigint' ? toInteger(child) : child;
      const value = exact instanceof Digits && !isDataHere ? Number(exact.text) : exact;
      if (value !== child) setChild(holder, key, value);
      if (!(value instanceof Digits)) pending.push([value, isDataHere]);
    }
  }
  return root;
}

/** A number, if it can have all digits. */
export function toInteger(value: bigint): number | Digits {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : new Digits(String(value));
}

function setChild(holder: object, key: string | number, value: unknown): void {
  Object.defineProperty(holder, key, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}
