import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  checkValue,
  createEncryption,
  type Encryption,
} from '../../security/encryption/encryption.ts';
import {
  createKeyring,
  type EncryptionKey,
  findKey,
  type Keyring,
  SecretsError,
} from '../../security/encryption/keyring.ts';
import { readOrMakeKeyringFile } from '../../security/encryption/keyring-file.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Engine } from '../engine.ts';
import { sql } from '../kysely.ts';
import { isPostgresUrl } from '../postgres/url.ts';
import type { Executor } from '../statement.ts';

/** The path of the secrets file: the given one, or `<database>.secrets` for an SQLite file. */
export function secretsPath(database: string, given: string | undefined): string {
  if (given !== undefined) return given;
  if (!isPostgresUrl(database)) return `${database}.secrets`;
  throw new SecretsError(
    'file_unnamed',
    'a PostgreSQL database needs a secrets file: name it with --secrets, ACCOUNT_ACCESS_SECRETS or the option `secrets` (a new database makes it)',
  );
}

/**
 * Reads the secrets file of an open database.
 *
 * @param onMade called with the path when there was no file and nothing was encrypted yet, so that it was made.
 * @throws SecretsError when the file is not the one of this database, or lacks a key
 */
export async function openEncryption(
  engine: Engine,
  path: string,
  onMade: ((path: string) => void) | undefined,
): Promise<Encryption> {
  const keys = createEncryptionKeys(engine);
  const known = await keys.list();
  if (known.length > 0 && !existsSync(path)) throw missingFile(path, known);
  const make = () => createKeyring(randomBytes, Date.now());
  if ((await readOrMakeKeyringFile(path, make)) === 'made') onMade?.(path);

  const encryption = createEncryption(path, randomBytes);
  const ring = encryption.ring();
  const current = findKey(ring, ring.current);
  // Read again, as another process may have added a key to both meanwhile.
  const check = (others: readonly KnownKey[]) => checkRing(path, encryption.reread(), others);
  if (current !== undefined) await keys.remember(current, Date.now(), check);
  return encryption;
}

function checkRing(path: string, ring: Keyring, known: readonly KnownKey[]): void {
  const absent = known.filter(({ id }) => findKey(ring, id) === undefined).map(({ id }) => id);
  if (absent.length > 0) {
    throw new SecretsError(
      'key_missing',
      `the secrets file ${path} lacks key ${absent.join(', ')}, with which the database is encrypted: restore the file that has it, or see 'account-access secrets status'`,
    );
  }
  for (const { id, checkValue: expected } of known) {
    const key = findKey(ring, id);
    if (key === undefined || checkValue(key) === expected) continue;
    throw new SecretsError(
      'key_differs',
      `key ${id} of the secrets file ${path} is not the key ${id} with which the database is encrypted: restore the file that belongs to it`,
    );
  }
}

function missingFile(path: string, known: readonly KnownKey[]): SecretsError {
  const ids = known.map(({ id }) => id).join(', ');
  return new SecretsError(
    'file_missing',
    `there is no secrets file at ${path}, and the database is encrypted with key ${ids}: restore the file from its backup, or name it with --secrets`,
  );
}

export type KnownKey = Readonly<Record<'id' | 'checkValue', string>>;

const keys = sql<KnownKey>`select id, check_value as "checkValue" from encryption_keys order by added_at, id`;
const list = async (on: Executor) => (await keys.execute(on)).rows;

/** The keys that something in this database may be encrypted with. */
export function createEncryptionKeys({ reader, write }: Engine) {
  return {
    list: () => list(reader),
    forget: (id: string, now: number) =>
      write(async (transaction) => {
        const row = transaction.deleteFrom('encryption_keys').where('id', '=', id);
        // When a retirement is repeated that could not change the file.
        if ((await row.executeTakeFirst()).numDeletedRows === 0n) return;
        const event = { event: 'secrets_retired', encryptionKey: id } as const;
        await recordEvent(transaction, undefined, event, now, { actor: 'operator' });
      }),
    /**
     * Call it before anything is encrypted with the key. `check` throws when it may not be added to those that are known. Nothing is
     * written for a key that is: a service starts where nothing can be, for example while a synchronous replica is away.
     */
    remember: async (
      key: EncryptionKey,
      now: number,
      check?: (known: readonly KnownKey[]) => void,
    ) => {
      const isKnown = (known: readonly KnownKey[]) => {
        check?.(known);
        return known.some(({ id }) => id === key.id);
      };
      if (isKnown(await list(reader))) return;
      await write(async (transaction) => {
        // Locks a row that is always there, as others may add their keys now.
        await sql`update kysely_migration_lock set is_locked = is_locked`.execute(transaction);
        const known = await list(transaction);
        if (isKnown(known)) return;
        const row = { id: key.id, check_value: checkValue(key), added_at: now };
        await transaction.insertInto('encryption_keys').values(row).execute();
        // The first key comes with the database; only a further one is a rotation.
        if (known.length === 0) return;
        const event = { event: 'secrets_rotated', encryptionKey: key.id } as const;
        await recordEvent(transaction, undefined, event, now, { actor: 'operator' });
      });
    },
  };
}
