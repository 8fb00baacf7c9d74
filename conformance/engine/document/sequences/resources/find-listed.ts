import { isJsonObject, type JsonObject } from '../../model/pointer.ts';
import { sameValue } from '../compare.ts';
import type { NamedValues } from './made-resource.ts';

/** An item of a list that has a word that this run invented and sent, or else no other value: the only such one, but in a resource of this run. */
export function itemShowing<Item extends { readonly item: JsonObject }>(
  items: readonly Item[],
  sent: NamedValues,
  isNamed: (text: string) => boolean,
  isInOwn: boolean,
): Item | undefined {
  const words = sent.filter(([, value]) => typeof value === 'string' && isNamed(value));
  const isShown = ({ item }: Item) =>
    words.length > 0
      ? words.some(([name, value]) => item[name] === value)
      : sent.every(([name, value]) => isAbsent(item[name]) || sameValue(value, item[name]));
  const [first, ...others] = items.filter(isShown);
  return words.length > 0 || isInOwn || others.length === 0 ? first : undefined;
}

const isAbsent = (value: unknown) =>
  value === undefined || value === null || Array.isArray(value) || isJsonObject(value);
