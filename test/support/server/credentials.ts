import { crc32 } from 'node:zlib';
import { expect } from 'vitest';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Expects a prefix, 43 base62 characters, and the CRC-32 of both in 6 more. */
export function expectCredential(value: unknown, prefix: 'aat_' | 'aak_'): void {
  expect(value).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{49}$`));
  const text = String(value);
  const checksum = [...text.slice(-6)].reduce((total, digit) => total * 62 + base62.indexOf(digit), 0);
  expect(checksum).toBe(crc32(text.slice(0, -6)));
}
