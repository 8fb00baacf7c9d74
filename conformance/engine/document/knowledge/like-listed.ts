import type { JsonObject } from '../model/pointer.ts';
import { digitsOf } from '../values/from-message.ts';
import { fitsText } from '../values/scalars.ts';
import type { FilledSlot } from '../values/slots.ts';
import { isNaming } from './new-names.ts';

/** A value of the form that a field has in records that exist: `t12ab34c.org.` where there is `example.org.` */
export function likeListed(
  items: readonly JsonObject[],
  { name, role, schema }: FilledSlot,
  token: string,
): unknown {
  const values = items
    .map((item) => item[name])
    .filter((value) => value !== null && value !== undefined);
  const [first] = values;
  if (first === undefined || typeof first === 'object' || schema.readOnly === true)
    return undefined;
  const isRepeated = values.filter((value) => value === first).length > 1;
  if (typeof first !== 'string' || isRepeated || !isNaming(name, role)) return first;
  const own = inFormOf(first, token);
  return fitsText(own, schema) ? own : undefined;
}

/** A text with a new word in place of its longest one. */
function inFormOf(text: string, token: string): string {
  if (/^[\d\s+()-]+$/.test(text)) return digitsOf(token, text.length);
  const [longest = text] = [...text.matchAll(/[\p{L}\p{N}]+/gu)]
    .map(([word]) => word)
    .toSorted((one, other) => other.length - one.length);
  const isUpper = longest === longest.toUpperCase();
  return text.replace(longest, isUpper ? token.toUpperCase() : token);
}
