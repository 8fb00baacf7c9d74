import { Command, InvalidArgumentError, Option } from 'commander';
import { defaultConfig } from '../../server/config.ts';
import type { PasswordCost } from '../../server/security/password-cost.ts';
import { argon2Option } from './argon2-option.ts';
import { databaseHelp, databaseOption } from './database-option.ts';
import { reportFailure } from './report-failure.ts';
import { secretsOption } from './secrets-option.ts';

/** `account-access serve`: the reference service. */
export function serveCommand(): Command {
  return (
    new Command('serve')
      .description('run the service')
      .addOption(
        new Option('--port <number>', 'port to listen on; 0 for any that is free')
          .env('ACCOUNT_ACCESS_PORT')
          .default(defaultConfig.port)
          .argParser(parsePort),
      )
      .addOption(
        new Option('--host <address>', 'address to listen on')
          .env('ACCOUNT_ACCESS_HOST')
          .default(defaultConfig.host),
      )
      .addOption(
        databaseOption(
          `SQLite file, made if missing, or URL of a PostgreSQL database (default: "${defaultConfig.database}", with --demo "${demoDatabase}")`,
        ),
      )
      .addOption(
        new Option('--database-connections <number>', 'connections to PostgreSQL, at most')
          .env('ACCOUNT_ACCESS_DATABASE_CONNECTIONS')
          .default(defaultConfig.databaseConnections)
          .argParser(parseConnections),
      )
      .addOption(secretsOption())
      .addOption(argon2Option())
      .addOption(
        new Option(
          '--trust-proxy <hops>',
          'how many proxies stand before the service, whose X-Forwarded-For is believed',
        )
          .env('ACCOUNT_ACCESS_TRUST_PROXY')
          .default(defaultConfig.trustedHops)
          .argParser(parseHops),
      )
      .option('--demo', 'make demo accounts, print how to use them, and switch off the brakes on guessing')
      // Commander puts its suggestion on a line of its own.
      .configureOutput({ outputError: (text, write) => write(`${text.trim().replaceAll('\n', ' ')}\n`) })
      .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
      .addHelpText('after', databaseHelp + examples)
      .action(({ demo = false, database, trustProxy, argon2, ...options }: ServeOptions) =>
        reportFailure(async () => {
          const { serve } = await import('./serve-action.ts');
          const brakes = demo ? undefined : defaultConfig.brakes;
          await serve(
            {
              ...defaultConfig,
              ...options,
              database: database ?? (demo ? demoDatabase : defaultConfig.database),
              brakes,
              trustedHops: trustProxy,
              passwordCost: argon2,
            },
            demo,
          );
        }),
      )
  );
}

interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly database?: string;
  readonly secrets?: string;
  readonly argon2: PasswordCost;
  readonly databaseConnections: number;
  readonly trustProxy: number;
  readonly demo?: boolean;
}

const demoDatabase = './data/demo.db';

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new InvalidArgumentError('A port is a whole number from 0 to 65535.');
  return port;
}

function parseConnections(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new InvalidArgumentError('Connections are a whole number from 1 to 9999.');
  return Number(text);
}

function parseHops(text: string): number {
  if (!/^\d{1,2}$/.test(text)) throw new InvalidArgumentError('Hops are a whole number from 0 to 99.');
  return Number(text);
}

const examples = `
The log goes to standard error: readable at a terminal, else JSON, a line each. SIGTERM and SIGINT let requests under way
finish, then stop the service; SIGHUP has it read the secrets file again.

Examples:
  account-access serve --demo
  account-access serve --port 9000 --database /var/lib/account-access/accounts.db
  account-access serve --database postgres://account_access@db.example.com/accounts?sslmode=verify-full
  account-access serve --trust-proxy 1
  ACCOUNT_ACCESS_PORT=9000 account-access serve
`;
