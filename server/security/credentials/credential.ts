import { randomBase62, toBase62 } from '../base62.ts';
import type { Random } from '../random.ts';
import { crc32 } from './crc32.ts';

const prefixes = { accessToken: 'aat_', apiKey: 'aak_', internal: 'aai_' } as const;

// 62^43 is just above 2^256, and 62^6 just above 2^32.
const secretLength = 43;
const checksumLength = 6;

export type CredentialKind = keyof typeof prefixes;

/**
 * A new opaque credential: the prefix of its kind, 43 base62 characters (256 random bits), and a CRC-32 of all that
 * in 6 base62 characters. The checksum keeps nobody out: it lets scanners and clients tell a whole credential from
 * a cut or mistyped one without asking the server.
 */
export function createCredential(kind: CredentialKind, random: Random): string {
  const body = prefixes[kind] + randomBase62(secretLength, random);
  return body + checksum(body);
}

/** Whether `text` has the form of such a credential and its checksum is right. Says nothing about its being known. */
export function isWellFormed(kind: CredentialKind, text: string): boolean {
  const prefix = prefixes[kind];
  if (!text.startsWith(prefix)) return false;
  if (!/^[0-9A-Za-z]{49}$/.test(text.slice(prefix.length))) return false;
  const body = text.slice(0, -checksumLength);
  return checksum(body) === text.slice(-checksumLength);
}

/** The part of an API key that may be shown again, so that its owner can tell keys apart. */
export function credentialPrefix(text: string): string {
  return text.slice(0, 12);
}

function checksum(body: string): string {
  return toBase62(crc32(body), checksumLength);
}
