import { type Command, InvalidArgumentError, Option } from 'commander';
import { defaultConfig } from '../server/config/config.ts';
import type { Passwords } from '../server/security/passwords.ts';
import { hidePassword } from '../server/store/database-name.ts';
import type { OpenStore } from '../server/store/open-store.ts';

export interface DatabaseOptions {
  readonly database: string;
  readonly encryptionKeyFile?: string;
}

export const encryptionKeyVariable = 'ACCOUNT_ACCESS_ENCRYPTION_KEY';

export function databaseOption(): Option {
  return new Option(
    '--database <path|url>',
    'SQLite file, or URL of a PostgreSQL database (its password may be in PGPASSWORD)',
  ).env('ACCOUNT_ACCESS_DATABASE');
}

export function keyFileOption(): Option {
  return new Option(
    '--encryption-key-file <file>',
    `file with the key that secrets are encrypted with (default: "<database>.key"; the variable ${encryptionKeyVariable} may have the key itself)`,
  ).env('ACCOUNT_ACCESS_ENCRYPTION_KEY_FILE');
}

export function addDatabaseOptions(command: Command): Command {
  return command
    .addOption(databaseOption().default(defaultConfig.database))
    .addOption(keyFileOption());
}

/** What a command needs for its work on a database. */
export interface Opened {
  readonly store: OpenStore;
  readonly passwords: Passwords;
  /** The database, without a password, for messages. */
  readonly database: string;
}

/** Opens the database for `work`, and closes it. @param mayCreate whether it is made if there is none @throws OperatorError */
export async function withDatabase<Result>(
  { database, encryptionKeyFile: file }: DatabaseOptions,
  work: (opened: Opened) => Promise<Result>,
  { mayCreate = false } = {},
): Promise<Result> {
  // Loaded when they are needed, so that other commands start faster.
  const [{ openStore }, { createPasswords }, { hashingBounds }] = await Promise.all([
    import('../server/store/open-store.ts'),
    import('../server/security/passwords.ts'),
    import('../server/config/config.ts'),
  ]);
  const text = readKeyVariable();
  const fromFile = file === undefined ? undefined : { file };
  const encryptionKey = text === undefined ? fromFile : { text };
  const store = await openStore({ database, encryptionKey, mayCreate });
  try {
    const passwords = createPasswords(hashingBounds);
    return await work({ store, passwords, database: hidePassword(database) });
  } finally {
    await store.close();
  }
}

export function readKeyVariable(): string | undefined {
  return process.env[encryptionKeyVariable] || undefined;
}

export function wholeNumber(least: number, most: number) {
  return (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`);
  };
}
