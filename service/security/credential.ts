import { type Random, randomBase62, toBase62 } from './random.ts';

const prefixes = { accessToken: 'aat_', apiKey: 'aak_', internal: 'aai_' } as const;

// 62^43 is just above 2^256, and 62^6 just above 2^32.
const secretLength = 43;
const checksumLength = 6;

export type CredentialKind = keyof typeof prefixes;

/**
 * A new opaque credential: the prefix of its kind, 43 base62 characters (256 random bits), and a CRC-32 of all that
 * in 6 base62 characters. The checksum protects nothing: scanners and clients use it to recognize truncated or mistyped
 * credentials without a request.
 */
export function createCredential(kind: CredentialKind, random: Random): string {
  const body = prefixes[kind] + randomBase62(secretLength, random);
  return body + checksum(body);
}

/** Whether `text` has the form of such a credential, with the right checksum. The credential may still be unknown. */
export function isWellFormed(kind: CredentialKind, text: string): boolean {
  const prefix = prefixes[kind];
  if (!text.startsWith(prefix)) return false;
  if (!/^[0-9A-Za-z]{49}$/.test(text.slice(prefix.length))) return false;
  const body = text.slice(0, -checksumLength);
  return checksum(body) === text.slice(-checksumLength);
}

/** The part of an API key that may be shown again, so that its owner can recognize it. */
export function credentialPrefix(text: string): string {
  return text.slice(0, 12);
}

function checksum(body: string): string {
  return toBase62(crc32(body), checksumLength);
}

const table = Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

/** The CRC-32 of an ASCII text (ITU-T V.42, 8.1.1.6.2, as in gzip), from 0 to 2^32 - 1. */
export function crc32(text: string): number {
  let rest = -1;
  for (let index = 0; index < text.length; index += 1)
    rest = (table[(rest ^ text.charCodeAt(index)) & 0xff] ?? 0) ^ (rest >>> 8);
  return ~rest >>> 0;
}
