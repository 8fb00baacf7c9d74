import { Digits } from '../bounded/digits.ts';
import { isJsonObject } from '../document/model/pointer.ts';

/** What becomes of a value. `type` chooses between the types that a value could have instead. */
export type Edit =
  | { readonly to: 'nothing' | 'null' | 'unknown' | 'empty' }
  | { readonly to: 'type'; readonly choice: number };

/** In a place of a body: every item of the list. */
export const everyItem = '*';

const unchanged = Symbol('unchanged');
const gone = Symbol('gone');

/** A copy with another value at each place. Undefined if there is nothing to change. */
export function editValue(
  root: unknown,
  at: readonly string[],
  edit: Edit,
): { readonly value: unknown } | undefined {
  const value = editAt(root, at, edit);
  return value === unchanged || value === gone ? undefined : { value };
}

function editAt(value: unknown, [name, ...rest]: readonly string[], edit: Edit): unknown {
  if (name === undefined) return edited(value, edit);
  if (Array.isArray(value)) {
    if (name !== everyItem) return unchanged;
    const items = value.map((item) => editAt(item, rest, edit));
    if (items.every((item) => item === unchanged)) return unchanged;
    return items.flatMap((item, index) => {
      if (item === gone) return [];
      return [item === unchanged ? value[index] : item];
    });
  }
  if (!isJsonObject(value) || !Object.hasOwn(value, name)) return unchanged;
  const changed = editAt(value[name], rest, edit);
  if (changed === unchanged) return unchanged;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, child]) => {
      if (key !== name) return [[key, child]];
      return changed === gone ? [] : [[key, changed]];
    }),
  );
}

function edited(value: unknown, edit: Edit): unknown {
  switch (edit.to) {
    case 'nothing':
      return gone;
    case 'null':
      return value === null ? unchanged : null;
    case 'unknown':
      return typeof value === 'string' ? unknownValue(value) : unchanged;
    case 'empty':
      return Array.isArray(value) && value.length > 0 ? [] : unchanged;
    case 'type': {
      const others = otherTypes(value);
      return edit.choice < others.length ? others[edit.choice] : unchanged;
    }
  }
}

/** A value that no document of today has, in the style of the known one. */
function unknownValue(known: string): string {
  return /[a-z]/.test(known) ? 'a_value_of_tomorrow' : 'A_VALUE_OF_TOMORROW';
}

/** At most so many types to choose from. */
export const typeChoices = 2;

/** What the value could be instead, the likeliest mistake of a server first. */
function otherTypes(value: unknown): unknown[] {
  if (value === null) return [];
  if (value instanceof Digits) return [value.text, [value]];
  if (Array.isArray(value)) return [value[0] ?? {}, 'text'];
  switch (typeof value) {
    case 'string':
      return [/^\d{1,15}$/.test(value) ? Number(value) : 1, [value]];
    case 'number':
      return [String(value), [value]];
    case 'boolean':
      return [String(value), Number(value)];
    default:
      return [[value], 'text'];
  }
}

/** The name of a place for people: `items[].id`. The body itself has none. */
export function namePlace(at: readonly string[]): string {
  return at
    .map((name) => (name === everyItem ? '[]' : `.${name}`))
    .join('')
    .replace(/^\./, '');
}
