import type { KnownSecret } from './secret-forms.ts';
import { readWindows, windowLength } from './text-windows.ts';

/** A part of a secret this long is masked even when the remainder is missing. */
const shortestPart = 12;
// Every part of that length contains one of these blocks of the secret whole.
const block = windowLength;

/** Masks secrets that occur nowhere else, in any text and in every form. */
export function maskDistinctive(text: string, longestFirst: readonly KnownSecret[]): string {
  // A run knows hundreds of secrets, each in a dozen forms, and some requests have a megabyte.
  const mayContain = readWindows(text);
  let masked = text;
  for (const { name, forms } of longestFirst)
    for (const form of forms)
      if (mayContain(form.text)) masked = masked.replaceAll(form.text, () => `$${name}`);
  for (const { name, value } of longestFirst)
    if (value.length >= shortestPart * 2 && blocksOf(value).some(mayContain))
      masked = maskParts(masked, name, value);
  return masked;
}

function maskParts(text: string, name: string, value: string): string {
  if (!blocksOf(value).some((part) => text.includes(part))) return text;
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

function blocksOf(value: string): readonly string[] {
  return Array.from({ length: Math.floor(value.length / block) }, (_, at) =>
    value.slice(at * block, (at + 1) * block),
  );
}
