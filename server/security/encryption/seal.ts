import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { Random } from '../random.ts';
import { decodeCanonical } from './canonical-base64.ts';
import { keyIdLength, type SealingKey } from './keyring.ts';
import { SecretsError } from './secrets-error.ts';

/** Where a sealed text is stored. It opens nowhere else. */
export interface SealedPlace {
  /** Table and column, such as `accounts.totp_secret`. */
  readonly column: string;
  readonly accountId: string;
}

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const form = new RegExp(`^v1\\.([0-9A-Za-z]{${keyIdLength}})\\.([0-9A-Za-z_-]+)$`);

/** What every text begins with that is sealed with a key. SQL looks for it. */
function sealPrefix(keyId: string): string {
  return `v1.${keyId}.`;
}

/**
 * `v1.<key id>.<base64url of nonce, ciphertext and tag>`: AES-256-GCM (NIST SP 800-38D) with a random 96-bit nonce, under a
 * key of the column's own (HKDF, RFC 5869), authenticated together with the place. The key id is in the text, not in a
 * column beside it: the two can neither be told apart nor change one without the other.
 */
export function seal(key: SealingKey, place: SealedPlace, text: string, random: Random): string {
  const nonce = random(nonceBytes);
  const encryption = createCipheriv(cipher, subkey(key, place.column), nonce);
  encryption.setAAD(associated(key.id, place));
  const sealed = Buffer.concat([
    nonce,
    encryption.update(text, 'utf8'),
    encryption.final(),
    encryption.getAuthTag(),
  ]);
  return sealPrefix(key.id) + sealed.toString('base64url');
}

/** The key that a text says it was sealed with; `undefined` for a text that is not sealed. */
export function keyIdOf(text: string): string | undefined {
  return form.exec(text)?.[1];
}

/** @throws SecretsError `seal_broken` when the text was altered, in its spelling alone too, or belongs to another place */
export function open(key: SealingKey, place: SealedPlace, text: string): string {
  const bytes = decodeCanonical(form.exec(text)?.[2] ?? '', 'base64url');
  if (bytes === undefined || bytes.length < nonceBytes + tagBytes) throw broken(place);
  const decryption = createDecipheriv(cipher, subkey(key, place.column), bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decryption.setAAD(associated(key.id, place));
  decryption.setAuthTag(bytes.subarray(-tagBytes));
  try {
    return (
      decryption.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decryption.final('utf8')
    );
  } catch (cause) {
    throw broken(place, cause);
  }
}

export function broken({ column, accountId }: SealedPlace, cause?: unknown): SecretsError {
  return new SecretsError(
    'seal_broken',
    `${column} of account ${accountId} cannot be opened: it was altered, or is another account's`,
    { cause },
  );
}

/** Tells keys of one id apart, and nothing about the key. */
export function checkValue(key: SealingKey): string {
  return Buffer.from(derive(key, 'check', 16)).toString('hex');
}

const subkeys = new WeakMap<SealingKey, Map<string, Uint8Array>>();

function subkey(key: SealingKey, column: string): Uint8Array {
  const known = subkeys.get(key) ?? new Map<string, Uint8Array>();
  subkeys.set(key, known);
  const derived = known.get(column) ?? derive(key, `seal ${column}`, 32);
  known.set(column, derived);
  return derived;
}

/** 256 bits of a key for something else than sealing. */
export function deriveSecret(key: SealingKey, purpose: string): Uint8Array {
  return derive(key, `secret ${purpose}`, 32);
}

function derive(key: SealingKey, purpose: string, length: number): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key.bytes, '', `account-access ${purpose}`, length));
}

// As JSON, so that no two places are written alike.
function associated(keyId: string, { column, accountId }: SealedPlace): Buffer {
  return Buffer.from(JSON.stringify(['v1', keyId, column, accountId]));
}
