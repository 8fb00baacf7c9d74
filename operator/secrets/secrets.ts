import { existsSync } from 'node:fs';
import { OperatorError } from '../../server/operator-error.ts';
import { type Keyring, withNewKey, withoutKey } from '../../server/security/encryption/keyring.ts';
import { changeKeyringFile, readKeyringFile } from '../../server/security/encryption/keyring-file.ts';
import { keyIdOf } from '../../server/security/encryption/seal.ts';
import { SecretsError } from '../../server/security/encryption/secrets-error.ts';
import type { Random } from '../../server/security/random.ts';
import type { KeyUse } from '../../server/store/encryption/sealed-rows.ts';
import type { SecretsStore } from './open-secrets.ts';

/** A key of the secrets file or of the database, and what rests on it. */
export interface KeyStatus extends KeyUse {
  readonly current: boolean;
  /** Whether the secrets file has it. */
  readonly inFile: boolean;
  /** Milliseconds since 1970; `undefined` for a key that the file lacks. */
  readonly createdAt: number | undefined;
}

/** Which keys there are. Also answers where the secrets file is missing. */
export async function secretsStatus({ path, keys, rows }: SecretsStore): Promise<KeyStatus[]> {
  const ring = existsSync(path) ? readKeyringFile(path) : undefined;
  const uses = new Map((await rows.countByKey()).map((use) => [use.keyId, use]));
  const known = (await keys.list()).map(({ id }) => id);
  const ids = new Set([...(ring?.keys ?? []).map(({ id }) => id), ...known, ...uses.keys()]);
  return [...ids].map((keyId) => {
    const key = ring?.keys.find(({ id }) => id === keyId);
    const use = uses.get(keyId) ?? { keyId, passwords: 0, totpSecrets: 0, recoveryCodes: 0 };
    return { ...use, current: ring?.current === keyId, inFile: key !== undefined, createdAt: key?.createdAt };
  });
}

export interface Rotation {
  /** The id of the key that everything is sealed with now. */
  readonly current: string;
  readonly rewritten: number;
  /** Ids of accounts of which something could not be opened, and is left as it was. */
  readonly unopened: readonly string[];
}

/**
 * Seals everything with a new key; with `resume`, with the current one, which goes on where a rotation was broken off.
 * Servers go on meanwhile: the file has the key before the first row does, and they read it again when they meet it.
 */
export async function rotateSecrets(
  store: SecretsStore,
  { resume, random, now }: { readonly resume: boolean; readonly random: Random; readonly now: () => number },
): Promise<Rotation> {
  const seals = await store.openSeals();
  if (!resume) await changeKeyringFile(store.path, (ring) => withNewKey(ring, random, now()));
  const ring = seals.reread();
  await rememberCurrent(store, ring, now());

  let rewritten = 0;
  const unopened = new Set<string>();
  await store.rows.rewrite((place, text) => {
    if (keyIdOf(text) === ring.current) return undefined;
    try {
      const again = seals.seal(place, seals.open(place, text));
      rewritten += 1;
      return again;
    } catch (error) {
      if (!(error instanceof SecretsError)) throw error;
      unopened.add(place.accountId);
      return undefined;
    }
  });
  // A key is changed because the old one may be known: what it opens must not stay in the free space of the file.
  if (rewritten > 0) await store.scrub();
  return { current: ring.current, rewritten, unopened: [...unopened] };
}

async function rememberCurrent({ keys }: SecretsStore, ring: Keyring, now: number): Promise<void> {
  const key = ring.keys.find(({ id }) => id === ring.current);
  if (key !== undefined) await keys.remember(key, now);
}

/** How many of those who would be locked out a refusal names. */
const named = 10;

/** Removes a key for good. @throws OperatorError when it is current, or something rests on it and `force` is not given */
export async function retireKey(store: SecretsStore, id: string, force: boolean): Promise<void> {
  const status = (await secretsStatus(store)).find(({ keyId }) => keyId === id);
  if (status === undefined)
    throw new OperatorError('key_unknown', `there is no key ${id}: 'secrets status' shows which there are`);
  if (status.current) {
    throw new OperatorError('key_in_use', `key ${id} is the current one: 'secrets rotate' makes another`);
  }
  const { passwords, totpSecrets, recoveryCodes } = status;
  if (passwords + totpSecrets + recoveryCodes > 0 && !force) {
    const people = await store.rows.identitiesOn(id, named + 1);
    const shown = [...people.slice(0, named), ...(people.length > named ? ['more'] : [])].join(', ');
    throw new OperatorError(
      'key_in_use',
      `${passwords} passwords, ${totpSecrets} TOTP secrets and ${recoveryCodes} recovery codes rest on key ${id}: 'secrets rotate --resume' moves them to the current one; with --force they are lost, and these cannot log in until they get a new password or MFA: ${shown}`,
    );
  }
  // The database first: a key too many in the file harms nobody.
  await store.keys.forget(id);
  if (status.inFile) await changeKeyringFile(store.path, (ring) => withoutKey(ring, id));
}
