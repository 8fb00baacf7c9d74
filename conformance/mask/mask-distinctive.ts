import type { KnownSecret } from './secret-forms.ts';

/** A part of a secret this long is masked even when the remainder is missing. */
const shortestPart = 12;
const block = shortestPart / 2;

/** Masks secrets that occur nowhere else, in any text and in every form. */
export function maskDistinctive(text: string, longestFirst: readonly KnownSecret[]): string {
  let masked = text;
  for (const { name, forms } of longestFirst)
    for (const form of forms) masked = masked.replaceAll(form.text, () => `$${name}`);
  for (const { name, value } of longestFirst) masked = maskParts(masked, name, value);
  return masked;
}

function maskParts(text: string, name: string, value: string): string {
  if (value.length < shortestPart * 2 || !mayHavePart(text, value)) return text;
  let masked = text;
  for (let at = 0; at + shortestPart <= value.length; at += 1) {
    const part = value.slice(at, at + shortestPart);
    let found = masked.indexOf(part);
    while (found >= 0) {
      let length = shortestPart;
      while (at + length < value.length && masked[found + length] === value[at + length]) length += 1;
      const replacement = `\${${name}:${at}:${length}}`;
      masked = masked.slice(0, found) + replacement + masked.slice(found + length);
      found = masked.indexOf(part, found + replacement.length);
    }
  }
  return masked;
}

// Every part contains one of these blocks whole. Most texts contain none, so this test avoids the search.
function mayHavePart(text: string, value: string): boolean {
  for (let at = 0; at + block <= value.length; at += block)
    if (text.includes(value.slice(at, at + block))) return true;
  return false;
}
