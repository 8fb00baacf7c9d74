import type { Random } from './random.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const base = alphabet.length;

// A byte above the largest multiple of 62 would favour the first characters of the alphabet: it is discarded.
const usable = 256 - (256 % base);

/** `length` characters, each with the same probability. */
export function randomBase62(length: number, random: Random): string {
  let text = '';
  while (text.length < length) {
    for (const byte of random(length - text.length)) {
      if (byte < usable && text.length < length) text += alphabet.charAt(byte % base);
    }
  }
  return text;
}

/** A whole number below 2^53, padded with zeros to `length` characters. */
export function toBase62(value: number, length: number): string {
  let text = '';
  for (let rest = value; rest > 0; rest = Math.floor(rest / base)) text = alphabet.charAt(rest % base) + text;
  return text.padStart(length, '0');
}
