import { statSync } from 'node:fs';
import type { Random } from '../random.ts';
import { findKey, type Keyring } from './keyring.ts';
import { readKeyringFile } from './keyring-file.ts';
import { broken, deriveSecret, keyIdOf, open, type SealedPlace, seal } from './seal.ts';
import { SecretsError } from './secrets-error.ts';

/** Seals and opens with the keys of a secrets file, also while other commands change the file. */
export interface Seals {
  readonly path: string;
  /** With the key that is current in the file now. */
  seal(place: SealedPlace, text: string): string;
  /** @throws SecretsError `key_missing` or `seal_broken` */
  open(place: SealedPlace, sealed: string): string;
  /** A secret for a purpose, which lasts as long as the oldest key. */
  derive(purpose: string): Uint8Array;
  /** @throws SecretsError */
  ring(): Keyring;
  /** Reads the file again. @throws SecretsError, and then goes on with the keys it had */
  reread(): Keyring;
}

export function createSeals(path: string, random: Random): Seals {
  let known: { readonly ring: Keyring; readonly stamp: string } | undefined;

  const reread = () => {
    // The stamp comes first: what is written between the two is read again next time.
    const stamp = stampOf(path);
    known = { stamp, ring: readKeyringFile(path) };
    return known.ring;
  };
  const ring = () => known?.ring ?? reread();
  // What is sealed with a key that was rotated away meanwhile would be left behind by the rotation.
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
      if (oldest === undefined) throw new Error('a ring without keys');
      return deriveSecret(oldest, purpose);
    },

    seal(place, text) {
      const { current, keys } = freshRing();
      const key = keys.find(({ id }) => id === current);
      if (key === undefined) throw new Error('a ring without its current key');
      return seal(key, place, text, random);
    },

    open(place, sealed) {
      const id = keyIdOf(sealed);
      if (id === undefined) throw broken(place);
      const key = findKey(ring(), id) ?? findKey(tryReread(), id);
      if (key === undefined) {
        throw new SecretsError(
          'key_missing',
          `${place.column} of account ${place.accountId} is sealed with key ${id}, which the secrets file ${path} lacks`,
        );
      }
      return open(key, place, sealed);
    },
  };
}

function stampOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? 'none' : `${stat.ino} ${stat.mtimeMs} ${stat.size}`;
}
