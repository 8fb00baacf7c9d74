import { existsSync } from 'node:fs';
import { OperatorError } from '../operator-error.ts';
import {
  createEncryption,
  type Encryption,
  type KeySource,
  readEncryptionKey,
} from '../security/encryption.ts';
import { createAccounts } from './accounts.ts';
import { createApiKeys } from './api-keys.ts';
import type { Database } from './database.ts';
import { hidePassword, isPostgresUrl } from './database-name.ts';
import { deleteExpired } from './delete-expired.ts';
import { createEvents } from './events.ts';
import { createLogins } from './logins.ts';
import { openPostgres } from './postgres.ts';
import { createSchema } from './schema.ts';
import { openSqlite } from './sqlite.ts';
import type { Store } from './store.ts';
import { createTokens } from './tokens.ts';

export interface StoreOptions {
  /** The path of an SQLite file, or a PostgreSQL URL. */
  readonly database: string;
  /** @default `<database>.key` for SQLite, and `data/account-access.key` for PostgreSQL */
  readonly encryptionKey?: KeySource | undefined;
  /** Whether to create a database, and its key, that does not exist. */
  readonly mayCreate: boolean;
  /** Of PostgreSQL. @default 10 */
  readonly maximumConnections?: number | undefined;
}

export interface OpenStore extends Store {
  readonly database: Database;
  close(): Promise<void>;
}

/**
 * Opens a store.
 *
 * @throws OperatorError when there is no database, it cannot be opened, or the key is not the one that it is encrypted with
 */
export async function openStore(options: StoreOptions): Promise<OpenStore> {
  const { database: location, mayCreate } = options;
  const name = hidePassword(location);
  const database = await openDatabase(options);
  try {
    await createSchema(database, name, { mayCreate });
    const encryption = await openEncryption(database, name, keySourceOf(options));
    return {
      accounts: createAccounts(database, encryption),
      logins: createLogins(database),
      tokens: createTokens(database),
      apiKeys: createApiKeys(database, encryption),
      events: createEvents(database),
      deleteExpired: (now) => deleteExpired(database, now),
      database,
      close: () => database.close(),
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function openDatabase(options: StoreOptions): Promise<Database> {
  const { database, mayCreate, maximumConnections } = options;
  if (isPostgresUrl(database)) return openPostgres(database, maximumConnections);
  if (!mayCreate && !existsSync(database))
    throw new OperatorError(
      `there is no database at ${database}: start the service or add an account first`,
    );
  return openSqlite(database);
}

function keySourceOf({ database, encryptionKey }: StoreOptions): KeySource {
  if (encryptionKey !== undefined) return encryptionKey;
  return { file: isPostgresUrl(database) ? './data/account-access.key' : `${database}.key` };
}

/** A database remembers a value that shows which key it is encrypted with. */
async function openEncryption(
  database: Database,
  name: string,
  source: KeySource,
): Promise<Encryption> {
  const known = await readCheckValue(database);
  const encryption = createEncryption(readEncryptionKey(source, known === undefined));

  if (known === undefined)
    await database.run(
      "insert into meta (name, value) values ('encryption_key', ?) on conflict (name) do nothing",
      encryption.checkValue,
    );
  // Another process may have been first, with another key.
  if ((known ?? (await readCheckValue(database))) !== encryption.checkValue)
    throw new OperatorError(
      `${name} is encrypted with another key than ${'file' in source ? source.file : 'the one in the environment'}: use the key that belongs to it`,
    );
  return encryption;
}

async function readCheckValue(database: Database): Promise<string | undefined> {
  const row = await database.one<{ value: string }>(
    "select value from meta where name = 'encryption_key'",
  );
  return row?.value;
}
