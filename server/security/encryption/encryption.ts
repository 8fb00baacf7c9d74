import { statSync } from 'node:fs';
import type { Random } from '../random.ts';
import { decrypt, deriveSecret, type EncryptedPlace, encrypt, keyIdOf, undecryptable } from './encrypt.ts';
import { findKey, type Keyring } from './keyring.ts';
import { readKeyringFile } from './keyring-file.ts';
import { SecretsError } from './secrets-error.ts';

/** Encrypts and decrypts with the keys of a secrets file, also while other commands change the file. */
export interface Encryption {
  readonly path: string;
  /** Uses the key that is current in the file now. */
  encrypt(place: EncryptedPlace, text: string): string;
  /** @throws SecretsError `key_missing` or `decryption_failed` */
  decrypt(place: EncryptedPlace, encrypted: string): string;
  /** A secret for a purpose, derived from the oldest key. It changes when that key is retired. */
  derive(purpose: string): Uint8Array;
  /** @throws SecretsError */
  ring(): Keyring;
  /** Reads the file again. @throws SecretsError when it cannot be used: the previous keys stay in use */
  reread(): Keyring;
}

export function createEncryption(path: string, random: Random): Encryption {
  let known: { readonly ring: Keyring; readonly stamp: string } | undefined;

  const reread = () => {
    // The stamp comes first: a change between the two is read next time.
    const stamp = stampOf(path);
    known = { stamp, ring: readKeyringFile(path) };
    return known.ring;
  };
  const ring = () => known?.ring ?? reread();
  // A rotation would miss a text that is encrypted with the previous key after it.
  const freshRing = () => (known !== undefined && known.stamp === stampOf(path) ? known.ring : tryReread());
  const tryReread = () => {
    try {
      return reread();
    } catch (error) {
      if (known === undefined) throw error;
      return known.ring;
    }
  };

  return {
    path,
    ring,
    reread,

    derive(purpose) {
      const [oldest] = ring().keys;
      if (oldest === undefined) throw new Error('a keyring without keys');
      return deriveSecret(oldest, purpose);
    },

    encrypt(place, text) {
      const { current, keys } = freshRing();
      const key = keys.find(({ id }) => id === current);
      if (key === undefined) throw new Error('a keyring without its current key');
      return encrypt(key, place, text, random);
    },

    decrypt(place, encrypted) {
      const id = keyIdOf(encrypted);
      if (id === undefined) throw undecryptable(place);
      const key = findKey(ring(), id) ?? findKey(tryReread(), id);
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
  return stat === undefined ? 'none' : `${stat.ino} ${stat.mtimeMs} ${stat.size}`;
}
