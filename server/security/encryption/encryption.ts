import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { statSync } from 'node:fs';
import type { Random } from '../random.ts';
import {
  decodeCanonical,
  type EncryptionKey,
  findKey,
  type Keyring,
  keyIdLength,
  SecretsError,
} from './keyring.ts';
import { readKeyringFile } from './keyring-file.ts';

export type Encryption = ReturnType<typeof createEncryption>;

/** Encrypts and decrypts with the keys of a secrets file, also while other commands change the file. */
export function createEncryption(path: string, random: Random) {
  let known: { readonly ring: Keyring; readonly stamp: string } | undefined;

  const reread = (): Keyring => {
    // The stamp comes first: a change between the two is read next time.
    const stamp = stampOf(path);
    // It was read once, and to open a pipe or a terminal again waits for somebody who writes to it.
    if (known === undefined || stamp !== 'no file') known = { stamp, ring: readKeyringFile(path) };
    return known.ring;
  };
  const ring = () => known?.ring ?? reread();
  // A rotation would miss a text that is encrypted with the previous key after it, and processes must derive the same secrets.
  const freshRing = () => {
    try {
      return known !== undefined && known.stamp === stampOf(path) ? known.ring : reread();
    } catch (error) {
      if (known === undefined) throw error;
      return known.ring;
    }
  };

  return {
    path,
    /** @throws SecretsError */
    ring,
    /** Reads the file again. @throws SecretsError when it cannot be used: the previous keys stay in use */
    reread,

    /** A secret for a purpose, derived from the oldest key. It changes when that key is retired. */
    derive(purpose: string): Uint8Array {
      const [oldest] = freshRing().keys;
      if (oldest === undefined) throw new Error('a keyring without keys');
      return deriveSecret(oldest, purpose);
    },

    /** Uses the key that is current in the file now. */
    encrypt(place: EncryptedPlace, text: string): string {
      const { current, keys } = freshRing();
      const key = keys.find(({ id }) => id === current);
      if (key === undefined) throw new Error('a keyring without its current key');
      return encrypt(key, place, text, random);
    },

    /** @throws SecretsError `key_missing`, `decryption_failed`, or why the file cannot be read */
    decrypt(place: EncryptedPlace, encrypted: string): string {
      const id = keyIdOf(encrypted);
      if (id === undefined) throw undecryptable(place);
      const key = findKey(ring(), id) ?? findKey(reread(), id);
      if (key === undefined) {
        throw new SecretsError(
          'key_missing',
          `${place.column} of account ${place.accountId} is encrypted with key ${id}, which the secrets file ${path} lacks`,
        );
      }
      return decrypt(key, place, encrypted);
    },
  };
}

function stampOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return 'none';
  return stat.isFile() ? `${stat.ino} ${stat.mtimeMs} ${stat.size}` : 'no file';
}

/** Where an encrypted text is stored. It cannot be decrypted in any other place. */
export interface EncryptedPlace {
  /** Table and column, such as `accounts.totp_secret`. */
  readonly column: string;
  readonly accountId: string;
}

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const form = new RegExp(`^v1\\.([0-9A-Za-z]{${keyIdLength}})\\.([0-9A-Za-z_-]+)$`);

/**
 * `v1.<key id>.<base64url of nonce, ciphertext and tag>`: AES-256-GCM (NIST SP 800-38D) with a random 96-bit nonce, under a
 * key derived for the column (HKDF, RFC 5869). The place is authenticated too. The key id is in the text, not in a column
 * of its own, so that text and key id cannot change separately.
 */
export function encrypt(
  key: EncryptionKey,
  place: EncryptedPlace,
  text: string,
  random: Random,
): string {
  const nonce = random(nonceBytes);
  const stream = createCipheriv(cipher, subkey(key, place.column), nonce);
  stream.setAAD(associated(key.id, place));
  const encrypted = Buffer.concat([
    nonce,
    stream.update(text, 'utf8'),
    stream.final(),
    stream.getAuthTag(),
  ]);
  return `v1.${key.id}.${encrypted.toString('base64url')}`;
}

/** The id of the key that a text was encrypted with; `undefined` for a text that is not encrypted. */
export function keyIdOf(text: string): string | undefined {
  return form.exec(text)?.[1];
}

/** @throws SecretsError `decryption_failed` when the text was altered, even only in its spelling, or belongs elsewhere */
export function decrypt(key: EncryptionKey, place: EncryptedPlace, text: string): string {
  const bytes = decodeCanonical(form.exec(text)?.[2] ?? '', 'base64url');
  if (bytes === undefined || bytes.length < nonceBytes + tagBytes) throw undecryptable(place);
  const decryption = createDecipheriv(
    cipher,
    subkey(key, place.column),
    bytes.subarray(0, nonceBytes),
    {
      authTagLength: tagBytes,
    },
  );
  decryption.setAAD(associated(key.id, place));
  decryption.setAuthTag(bytes.subarray(-tagBytes));
  try {
    return (
      decryption.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') +
      decryption.final('utf8')
    );
  } catch (cause) {
    throw undecryptable(place, cause);
  }
}

export function undecryptable(
  { column, accountId }: EncryptedPlace,
  cause?: unknown,
): SecretsError {
  return new SecretsError(
    'decryption_failed',
    `${column} of account ${accountId} cannot be decrypted: it was altered, or belongs to another account`,
    { cause },
  );
}

/** Differs for keys with the same id, and reveals nothing about the key. */
export function checkValue(key: EncryptionKey): string {
  return Buffer.from(derive(key, 'check', 16)).toString('hex');
}

function subkey(key: EncryptionKey, column: string): Uint8Array {
  // words-ignore: the label is part of the format of stored texts.
  return deriveOnce(key, `seal ${column}`);
}

/** 256 bits derived from a key, for another purpose than encryption. */
export function deriveSecret(key: EncryptionKey, purpose: string): Uint8Array {
  return deriveOnce(key, `secret ${purpose}`);
}

const derivedSecrets = new WeakMap<EncryptionKey, Map<string, Uint8Array>>();

function deriveOnce(key: EncryptionKey, purpose: string): Uint8Array {
  const known = derivedSecrets.get(key) ?? new Map<string, Uint8Array>();
  derivedSecrets.set(key, known);
  const derived = known.get(purpose) ?? derive(key, purpose, 32);
  known.set(purpose, derived);
  return derived;
}

function derive(key: EncryptionKey, purpose: string, length: number): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key.bytes, '', `account-access ${purpose}`, length));
}

// As JSON, so that no two places give the same bytes.
function associated(keyId: string, { column, accountId }: EncryptedPlace): Buffer {
  return Buffer.from(JSON.stringify(['v1', keyId, column, accountId]));
}
