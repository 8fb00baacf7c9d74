import { hash, hkdfSync } from 'node:crypto';
import { createCredential } from './credential.ts';
import type { Random } from './random.ts';

/** SHA-256 in hex, the only form in which a credential is stored. A fast hash is enough, as a credential has 256 random bits. */
export function hashCredential(text: string): string {
  return hash('sha256', text);
}

/** What an API key is derived from, so that a repeated request gets the same key. */
export interface KeySource {
  readonly accountId: string;
  /** The value of the header `Idempotency-Key`. */
  readonly idempotencyKey: string;
  /** From `createKeyMaterial`. Without the other two it is not enough to compute the key. */
  readonly keyMaterial: string;
}

/** 256 random bits, in base64url. */
export function createKeyMaterial(random: Random): string {
  return Buffer.from(random(32)).toString('base64url');
}

// A key needs about 45 bytes: that it needs more than these has a probability below 2^-600.
const derivedBytes = 256;

/** Its bytes come from HKDF-SHA256 (RFC 5869), not a random source, so that it need not be stored. */
export function deriveApiKey({ accountId, idempotencyKey, keyMaterial }: KeySource): string {
  // As JSON, so that no two pairs give the same bytes.
  const info = `account-access api key ${JSON.stringify([accountId, idempotencyKey])}`;
  const bytes = new Uint8Array(
    hkdfSync('sha256', Buffer.from(keyMaterial, 'base64url'), '', info, derivedBytes),
  );
  let used = 0;
  return createCredential('apiKey', (length) => {
    used += length;
    return bytes.subarray(used - length, used);
  });
}

/** The form in which the value of an `Idempotency-Key` is stored. The same value of two accounts has two hashes. */
export function hashIdempotencyKey(accountId: string, idempotencyKey: string): string {
  return hash('sha256', JSON.stringify([accountId, idempotencyKey]));
}
