import { type Command, Option } from 'commander';
import { jsonOption } from '../../conformance/engine/terminal/common-options.ts';
import { type HelpTexts, withHelp } from '../../conformance/engine/terminal/help-texts.ts';
import type { Terminal } from '../../conformance/engine/terminal/terminal.ts';
import { defaultConfig } from '../../server/config/config.ts';
import { hiddenUrl, hidePassword } from '../../server/store/postgres/url.ts';
import { reporting } from '../define.ts';

const heading = 'Database:';

export interface DatabaseOptions {
  readonly database: string;
  readonly secrets?: string;
  readonly json?: boolean;
}

interface Details extends HelpTexts {
  readonly options?: readonly Option[];
  /** What `--json` does, if it is not the usual. */
  readonly jsonText?: string;
  /** Whether it reads encrypted data, and so has `--secrets`. */
  readonly encrypted?: boolean;
}

/** Defines a command that uses a database. It has `--json` if there is an example of what that writes. */
export function defineOnDatabase<Given extends readonly unknown[]>(
  command: Command,
  terminal: Terminal,
  action: (terminal: Terminal, ...given: Given) => Promise<void>,
  { options = [], jsonText, encrypted = true, ...texts }: Details,
): void {
  withHelp(command, texts).action(reporting(terminal, action));
  for (const option of options) command.addOption(option);
  if (texts.json) command.addOption(jsonOption(jsonText));
  command.addOption(databaseOption().default(defaultConfig.database).helpGroup(heading));
  if (encrypted) command.addOption(secretsOption().helpGroup(heading));
}

export const commandsOnDatabase =
  (parent: Command, terminal: Terminal) =>
  <Given extends readonly unknown[]>(
    usage: string,
    description: string,
    action: (terminal: Terminal, ...given: Given) => Promise<void>,
    details: Details,
  ): void =>
    defineOnDatabase(parent.command(usage).description(description), terminal, action, details);

export function databaseOption(
  description = 'SQLite file, or URL of a PostgreSQL database',
): Option {
  return new Option('--database <path-or-url>', description).env('ACCOUNT_ACCESS_DATABASE');
}

export function secretsOption(): Option {
  return new Option(
    '--secrets <file>',
    'file with the keys that encrypt secrets (default: "<database>.secrets", created with a new database)',
  ).env('ACCOUNT_ACCESS_SECRETS');
}

export function secretsMadeNote(path: string): string {
  return `created the secrets file ${path}: back it up separately from the database; without it all passwords and MFA are lost`;
}

export function targetOption(): Option {
  return new Option(
    '--to <path-or-url>',
    'SQLite file to create, or URL of an empty PostgreSQL database',
  )
    .env('ACCOUNT_ACCESS_MOVE_TO')
    .makeOptionMandatory()
    .helpGroup(heading);
}

export const databaseHelp =
  'Name a PostgreSQL database by its URL, postgres://user@host:5432/name, with sslmode=verify-full for TLS. Put its password into PGPASSWORD or ~/.pgpass, or into the URL if the URL is in ACCOUNT_ACCESS_DATABASE: other users of the machine can see arguments. Name its secrets file with --secrets; it has no default path.';

/** Hides the arguments of `command` that contain a password, and warns of them. */
export function hidePasswords(command: Command, terminal: Terminal): void {
  for (const option of command.options) {
    const name = option.attributeName();
    // Other users cannot see the environment.
    if (command.getOptionValueSource(name) !== 'cli' || !option.flags.includes('path-or-url'))
      continue;
    const value: unknown = command.getOptionValue(name);
    if (typeof value !== 'string' || !containsPassword(value)) continue;
    terminal.hideArguments();
    terminal.say(
      `warning: the password in ${option.long} ${hidePassword(value)} was visible to all users of this machine: put the URL into ${option.envVar}, or the password into PGPASSWORD or ~/.pgpass`,
    );
  }
}

/** Whether a URL contains a password, so that others must not be able to read it. */
function containsPassword(database: string): boolean {
  const shown = hidePassword(database);
  if (shown === database || shown === hiddenUrl) return shown === hiddenUrl;
  const { password, searchParams } = new URL(database);
  return password !== '' || searchParams.has('password');
}
