import { existsSync } from 'node:fs';
import { OperatorError } from '../../server/operator-error.ts';
import { keyIdOf } from '../../server/security/encryption/encryption.ts';
import { SecretsError, withNewKey, withoutKey } from '../../server/security/encryption/keyring.ts';
import {
  changeKeyringFile,
  readKeyringFile,
} from '../../server/security/encryption/keyring-file.ts';
import type { Random } from '../../server/security/random.ts';
import {
  createEncryptionKeys,
  openEncryption,
  secretsPath,
} from '../../server/store/encryption/open-encryption.ts';
import { openEngine } from '../../server/store/open-engine.ts';
import type { StoreOptions } from '../../server/store/open-store.ts';
import { describeOutage } from '../../server/store/outage.ts';
import { createEncryptedRows, type KeyUse, unusedKey } from './encrypted-rows.ts';

export interface KeyStatus extends KeyUse {
  readonly current: boolean;
  /** Whether the secrets file has it. */
  readonly inFile: boolean;
  /** Milliseconds since 1970; `undefined` for a key that the file lacks. */
  readonly createdAt: number | undefined;
}

/** Lists the keys, even when the secrets file is missing. */
export async function secretsStatus({ path, keys, rows }: SecretsStore): Promise<KeyStatus[]> {
  const ring = existsSync(path) ? readKeyringFile(path) : undefined;
  const uses = new Map((await rows.countByKey()).map((use) => [use.keyId, use]));
  const known = (await keys.list()).map(({ id }) => id);
  const ids = new Set([...(ring?.keys ?? []).map(({ id }) => id), ...known, ...uses.keys()]);
  return [...ids].map((keyId) => {
    const key = ring?.keys.find(({ id }) => id === keyId);
    const use = uses.get(keyId) ?? unusedKey(keyId);
    return {
      ...use,
      current: ring?.current === keyId,
      inFile: key !== undefined,
      createdAt: key?.createdAt,
    };
  });
}

interface RotateOptions {
  readonly resume: boolean;
  readonly random: Random;
  readonly now: () => number;
  readonly onCreated?: (key: string) => void;
}

/**
 * Encrypts everything with a new key. With `resume`, uses the current key, to continue a rotation that was interrupted.
 * Servers keep running: the file has the key before the first row uses it, and servers read the file again when they find
 * an unknown key. Secrets that could not be decrypted stay as they were: the result has the ids of their accounts. `onCreated` gets
 * the id of a new key: without it, there is nothing to resume.
 *
 * @throws OperatorError when there is only one key to resume with
 */
export async function rotateSecrets(
  store: SecretsStore,
  { resume, random, now, onCreated }: RotateOptions,
) {
  const encryption = await store.openEncryption();
  if (!resume) await changeKeyringFile(store.path, (ring) => withNewKey(ring, random, now()));
  const ring = encryption.reread();
  const key = ring.keys.find(({ id }) => id === ring.current);
  if (!resume) onCreated?.(ring.current);
  if (key !== undefined) await store.keys.remember(key, now());

  let rewritten = 0;
  const undecryptable = new Set<string>();
  await store.rows.rewrite((place, text) => {
    if (keyIdOf(text) === ring.current) return undefined;
    try {
      const again = encryption.encrypt(place, encryption.decrypt(place, text));
      rewritten += 1;
      return again;
    } catch (error) {
      if (!(error instanceof SecretsError)) throw error;
      undecryptable.add(place.accountId);
      return undefined;
    }
  });
  // A key is rotated because somebody may know the old one: texts encrypted with it must not stay in the file's free space. Also when
  // there was nothing to encrypt, as an earlier rotation may have stopped here.
  await store.scrub().catch((cause: unknown) => {
    const problem = describeOutage(cause);
    if (problem === undefined) throw cause;
    throw new OperatorError(
      'old_texts_remain',
      `all secrets are encrypted with key ${ring.current}, but the file still contains texts of older keys, as ${problem}: run 'account-access secrets rotate --resume' when its disk and the folder of SQLite's temporary files (SQLITE_TMPDIR, or /var/tmp) have space for another copy each`,
      { cause },
    );
  });
  if (resume && ring.keys.length === 1)
    throw new OperatorError(
      'nothing_to_resume',
      `there is no rotation to continue, as ${ring.current} is the only key: run 'account-access secrets rotate'`,
    );
  return {
    current: ring.current,
    createdAt: key?.createdAt,
    rewritten,
    undecryptable: [...undecryptable],
  };
}

/** How many of the accounts that would be locked out the error names. */
const named = 10;

/** @throws OperatorError for the current key, and for one that encrypts something unless `force` is set */
export async function retireKey(
  store: SecretsStore,
  id: string,
  force: boolean,
  now: number,
): Promise<void> {
  const status = (await secretsStatus(store)).find(({ keyId }) => keyId === id);
  if (status === undefined)
    throw new OperatorError(
      'key_unknown',
      `there is no key ${id}: 'account-access secrets status' lists the keys`,
    );
  if (status.current) {
    throw new OperatorError(
      'key_in_use',
      `key ${id} is the current one: run 'account-access secrets rotate' first`,
    );
  }
  const { passwords, totpSecrets, recoveryCodes, idempotencyRecords } = status;
  if (passwords + totpSecrets + recoveryCodes + idempotencyRecords > 0 && !force) {
    const accounts = await store.rows.identitiesWithKey(id, named + 1);
    const shown = [...accounts.slice(0, named), ...(accounts.length > named ? ['more'] : [])].join(
      ', ',
    );
    throw new OperatorError(
      'key_in_use',
      `${passwords} passwords, ${totpSecrets} TOTP secrets, ${recoveryCodes} recovery codes and ${idempotencyRecords} idempotency records are encrypted with key ${id}: run 'account-access secrets rotate --resume' to move them to the current key; --force gives them up, and these accounts cannot log in until they get a new password or MFA, or cannot repeat a request with its Idempotency-Key: ${shown}`,
    );
  }
  // A file that cannot be written must not leave an event of what did not happen.
  if (status.inFile) await changeKeyringFile(store.path, (ring) => ring);
  // The database first: an unused key in the file does no harm.
  await store.keys.forget(id, now);
  if (status.inFile) await changeKeyringFile(store.path, (ring) => withoutKey(ring, id));
}

export type SecretsStore = Awaited<ReturnType<typeof openSecrets>>;

/** Opens the database without the secrets file too. @throws StoreError, SecretsError */
export async function openSecrets({
  database,
  secrets,
}: Pick<StoreOptions, 'database' | 'secrets'>) {
  const path = secretsPath(database, secrets);
  const engine = await openEngine({ database });
  return {
    /** The path of the secrets file. */
    path,
    keys: createEncryptionKeys(engine),
    rows: createEncryptedRows(engine),
    /** @throws SecretsError as starting the service would */
    openEncryption: () => openEncryption(engine, path, undefined),
    /** Removes previous versions of rewritten rows from the files, where the engine can. */
    scrub: engine.scrub,
    close: engine.close,
  };
}
