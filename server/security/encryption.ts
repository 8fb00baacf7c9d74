import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { OperatorError } from '../operator-error.ts';
import { codeOf, fileProblem, findExposure, makePrivate, writeNewFile } from './private-file.ts';

/** Where an encrypted text is stored. It cannot be decrypted in any other place. */
export interface EncryptedPlace {
  /** Table and column, such as `accounts.totp_secret`. */
  readonly column: string;
  readonly accountId: string;
}

export interface Encryption {
  encrypt(text: string, place: EncryptedPlace): string;
  /** @throws Error when the text was changed, or belongs to another place or key */
  decrypt(encrypted: string, place: EncryptedPlace): string;
  /** Is different for each key, and reveals nothing about it. */
  readonly checkValue: string;
}

const cipher = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const version = 'v1.';

/** AES-256-GCM (NIST SP 800-38D) with a random nonce of 96 bits, as `v1.` and base64url of nonce, ciphertext and tag. */
export function createEncryption(key: Uint8Array): Encryption {
  return {
    encrypt(text, place) {
      const nonce = randomBytes(nonceBytes);
      const stream = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes });
      stream.setAAD(associatedData(place));
      const encrypted = Buffer.concat([nonce, stream.update(text, 'utf8'), stream.final()]);
      return version + Buffer.concat([encrypted, stream.getAuthTag()]).toString('base64url');
    },

    decrypt(encrypted, place) {
      const bytes = Buffer.from(encrypted.slice(version.length), 'base64url');
      try {
        const stream = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), {
          authTagLength: tagBytes,
        });
        stream.setAAD(associatedData(place));
        stream.setAuthTag(bytes.subarray(-tagBytes));
        const text = stream.update(bytes.subarray(nonceBytes, -tagBytes));
        return Buffer.concat([text, stream.final()]).toString('utf8');
      } catch (cause) {
        throw new Error(`${place.column} of account ${place.accountId} cannot be decrypted`, {
          cause,
        });
      }
    },

    checkValue: createHmac('sha256', key).update('account-access check value').digest('hex'),
  };
}

// As JSON, so that no two places give the same bytes.
function associatedData({ column, accountId }: EncryptedPlace): Buffer {
  return Buffer.from(JSON.stringify([column, accountId]));
}

/** Where the key comes from: a file, or the text of a variable. */
export type KeySource = { readonly file: string } | { readonly text: string };

/**
 * Reads the key. With `mayCreate`, creates a file that does not exist, which only its owner can read.
 *
 * @throws OperatorError
 */
export function readEncryptionKey(source: KeySource, mayCreate: boolean): Uint8Array {
  if ('text' in source) return parseKey(source.text, 'the encryption key in the environment');

  const { file } = source;
  if (mayCreate && !existsSync(file)) createKeyFile(file);

  const exposure = findExposure(file);
  if (exposure !== undefined)
    throw new OperatorError(
      existsSync(file)
        ? `cannot use the encryption key ${file}: ${exposure} (${makePrivate(file)})`
        : `there is no encryption key at ${file}, and the database is encrypted with it: restore the file, or name it in the configuration`,
    );
  return parseKey(readText(file), `the encryption key ${file}`);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new OperatorError(`cannot read the encryption key ${file}: ${fileProblem(cause)}`, {
      cause,
    });
  }
}

function parseKey(text: string, name: string): Uint8Array {
  const trimmed = text.trim();
  if (/^[0-9a-f]{64}$/i.test(trimmed)) return Buffer.from(trimmed, 'hex');
  // Base64, or base64url, of 32 bytes.
  if (/^[\w+/-]{43}=?$/.test(trimmed)) return Buffer.from(trimmed, 'base64');
  throw new OperatorError(
    `${name} is not valid: it must be 32 random bytes in base64 or hex (openssl rand -base64 32)`,
  );
}

function createKeyFile(file: string): void {
  try {
    writeNewFile(file, `${randomBytes(keyBytes).toString('base64')}\n`);
  } catch (cause) {
    throw new OperatorError(
      `cannot create the encryption key ${file}: ${codeOf(cause) ?? 'it cannot be written'}`,
      { cause },
    );
  }
}
