import { existsSync } from 'node:fs';
import { createKeyring, findKey, type Keyring } from '../../security/encryption/keyring.ts';
import { readOrMakeKeyringFile } from '../../security/encryption/keyring-file.ts';
import { checkValue } from '../../security/encryption/seal.ts';
import { createSeals, type Seals } from '../../security/encryption/seals.ts';
import { SecretsError } from '../../security/encryption/secrets-error.ts';
import type { Random } from '../../security/random.ts';
import type { KnownKey, SealingKeys } from './sealing-keys.ts';

export interface SealsOptions {
  /** The secrets file. */
  readonly path: string;
  readonly random: Random;
  readonly now: () => number;
  /** Called when the file was not there and nothing was sealed yet, so that it was made. */
  readonly onMade?: ((path: string) => void) | undefined;
}

/** Opens the secrets file that belongs to the database. @throws SecretsError when it is not that, or not all of it */
export async function openSeals(keys: SealingKeys, options: SealsOptions): Promise<Seals> {
  const { path, random, now, onMade } = options;
  const known = await keys.list();
  if (known.length > 0 && !existsSync(path)) throw missingFile(path, known);
  if ((await readOrMakeKeyringFile(path, () => createKeyring(random, now()))) === 'made') onMade?.(path);

  const seals = createSeals(path, random);
  const ring = seals.ring();
  checkRing(path, ring, known);
  const current = findKey(ring, ring.current);
  if (current !== undefined) await keys.remember(current, now());
  return seals;
}

function checkRing(path: string, ring: Keyring, known: readonly KnownKey[]): void {
  const absent = known.filter(({ id }) => findKey(ring, id) === undefined).map(({ id }) => id);
  if (absent.length > 0) {
    throw new SecretsError(
      'key_missing',
      `the secrets file ${path} lacks key ${absent.join(', ')}, with which the database is sealed: put back the file that has it, or see 'account-access secrets status'`,
    );
  }
  for (const { id, checkValue: expected } of known) {
    const key = findKey(ring, id);
    if (key === undefined || checkValue(key) === expected) continue;
    throw new SecretsError(
      'key_differs',
      `key ${id} of the secrets file ${path} is not the key ${id} with which the database is sealed: put back the file that belongs to it`,
    );
  }
}

function missingFile(path: string, known: readonly KnownKey[]): SecretsError {
  const ids = known.map(({ id }) => id).join(', ');
  return new SecretsError(
    'file_missing',
    `there is no secrets file at ${path}, and the database is sealed with key ${ids}: put the file back from where it is kept apart, or name it with --secrets`,
  );
}
