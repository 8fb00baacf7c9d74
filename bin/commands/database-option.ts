import { type Command, Option } from 'commander';
import { defaultConfig } from '../../server/config.ts';
import { hidePassword, holdsPassword } from '../../server/store/postgres/url.ts';
import { secretsOption } from './secrets-option.ts';

const heading = 'Database:';

/** What every command that works on a database is given: where it is, and where the keys are that it was sealed with. */
export interface DatabaseOptions {
  readonly database: string;
  readonly secrets?: string;
}

/** Gives a command `--database`, and `--secrets` unless it reads nothing that is sealed. */
export function onDatabase(command: Command, { sealed = true } = {}): Command {
  command.addOption(databaseOption().default(defaultConfig.database).helpGroup(heading));
  return sealed ? command.addOption(secretsOption().helpGroup(heading)) : command;
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
  return new Option(`${flag} <path-or-url>`, description).env(variable).argParser((value: string) => {
    if (isArgument(flag, value) && holdsPassword(value)) hideArguments(flag, variable, value);
    return value;
  });
}

/** What the help of a command says about the URL. */
export const databaseHelp =
  'A PostgreSQL database is named by its URL, postgres://user@host:5432/name, with sslmode=verify-full for TLS. Its password is read from PGPASSWORD or ~/.pgpass, or stands in the URL if that is in ACCOUNT_ACCESS_DATABASE: arguments can be seen by everybody on the machine. Its secrets file has no place of its own: name it with --secrets.';

// Rather than of the environment, which others cannot see.
function isArgument(flag: string, value: string): boolean {
  return process.argv.some((argument) => argument === value || argument === `${flag}=${value}`);
}

function hideArguments(flag: string, variable: string, database: string): void {
  // Takes the place of the arguments in what `ps` shows from now on.
  process.title = 'account-access';
  process.stderr.write(
    `warning: the password in ${flag} ${hidePassword(database)} could be seen by everybody on this machine: put the URL into ${variable}, or the password into PGPASSWORD or ~/.pgpass\n`,
  );
}
