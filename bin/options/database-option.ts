import { type Command, Option } from 'commander';
import { defaultConfig } from '../../server/config/config.ts';
import { hidePassword, holdsPassword } from '../../server/store/postgres/url.ts';
import type { Terminal } from '../terminal.ts';
import { secretsOption } from './common-options.ts';

const heading = 'Database:';

/** What every command that works on a database is given: where it is, and where its encryption keys are. */
export interface DatabaseOptions {
  readonly database: string;
  readonly secrets?: string;
}

/** Gives a command `--database`, and `--secrets` unless it reads nothing that is encrypted. */
export function onDatabase(command: Command, { encrypted = true } = {}): Command {
  command.addOption(databaseOption().default(defaultConfig.database).helpGroup(heading));
  return encrypted ? command.addOption(secretsOption().helpGroup(heading)) : command;
}

/** `--database`, without a default. */
export function databaseOption(description = 'SQLite file, or URL of a PostgreSQL database'): Option {
  return guarded('--database', 'ACCOUNT_ACCESS_DATABASE', description);
}

/** `--to`, the database that another is moved into. */
export function targetOption(): Option {
  return guarded(
    '--to',
    'ACCOUNT_ACCESS_MOVE_TO',
    'SQLite file to make, or URL of an empty PostgreSQL database',
  )
    .makeOptionMandatory()
    .helpGroup(heading);
}

function guarded(flag: string, variable: string, description: string): Option {
  return new Option(`${flag} <path-or-url>`, description).env(variable);
}

/** What the help of a command says about the URL. */
export const databaseHelp =
  'A PostgreSQL database is named by its URL, postgres://user@host:5432/name, with sslmode=verify-full for TLS. Its password is read from PGPASSWORD or ~/.pgpass, or stands in the URL if that is in ACCOUNT_ACCESS_DATABASE: arguments can be seen by everybody on the machine. Its secrets file has no place of its own: name it with --secrets.';

/** Hides and warns of what is given to `command` as an argument and holds a password. */
export function hidePasswords(command: Command, terminal: Terminal): void {
  for (const option of command.options) {
    const name = option.attributeName();
    const value: unknown = command.getOptionValue(name);
    // Rather than in the environment, which others cannot see.
    const isArgument = command.getOptionValueSource(name) === 'cli';
    if (!isArgument || typeof value !== 'string' || !holdsPassword(value)) continue;
    terminal.hideArguments();
    terminal.say(
      `warning: the password in ${option.long} ${hidePassword(value)} could be seen by everybody on this machine: put the URL into ${option.envVar}, or the password into PGPASSWORD or ~/.pgpass`,
    );
  }
}
