import { Option } from 'commander';
import {
  jsonOption,
  parsePort,
  wholeNumber,
} from '../../../conformance/engine/terminal/common-options.ts';
import { type HelpTexts, withHelp } from '../../../conformance/engine/terminal/help-texts.ts';
import type { Define } from '../../../conformance/engine/terminal/program.ts';
import { defaultConfig, defaultInternalAddress } from '../../../server/config/config.ts';
import { reporting } from '../../define.ts';
import { argon2Option } from '../../options/argon2-option.ts';
import { databaseHelp, databaseOption, secretsOption } from '../../options/database-option.ts';
import { serve } from './action.ts';
import { demoDatabase, printConfig, type ServeOptions } from './config.ts';

export const define: Define = (command, terminal) => {
  withHelp(command, help);
  for (const [heading, options] of Object.entries(optionsByHeading()))
    for (const option of options) command.addOption(option.helpGroup(heading));
  command.action(
    reporting(terminal, (_, given: ServeOptions) =>
      given.printConfig ? printConfig(terminal, given) : serve(terminal, given),
    ),
  );
};

// No option has a default of commander's: a missing one comes from the file, or else from `defaultConfig`.
function optionsByHeading(): Readonly<Record<string, readonly Option[]>> {
  const { port, host, database, databaseConnections, trustedHops } = defaultConfig;
  return {
    'Configuration:': [
      new Option('--config <file>', 'configuration file, YAML or JSON; options override it').env(
        'ACCOUNT_ACCESS_CONFIG',
      ),
      new Option(
        '--print-config',
        'print the resulting configuration, as a file for --config, and exit',
      ),
      new Option('--demo', 'create demo accounts, print how to use them, and turn off rate limits'),
      jsonOption('write JSON: a line when the service listens, or the output of --print-config'),
    ],
    'Listener:': [
      new Option('--port <number>', `port to listen on; 0 for any free port (default: ${port})`)
        .env('ACCOUNT_ACCESS_PORT')
        .argParser(parsePort),
      new Option('--host <address>', `address to listen on (default: "${host}")`).env(
        'ACCOUNT_ACCESS_HOST',
      ),
      new Option(
        '--tls-cert <file>',
        'serve HTTPS with this certificate and its chain (PEM); SIGHUP reads it again',
      ).env('ACCOUNT_ACCESS_TLS_CERT'),
      new Option(
        '--tls-key <file>',
        'private key of the certificate (PEM), not readable by other users',
      ).env('ACCOUNT_ACCESS_TLS_KEY'),
      new Option(
        '--behind-proxy',
        'allow plain HTTP on any address, because a proxy terminates TLS',
      ),
      new Option(
        '--trust-proxy <hops>',
        `number of proxies in front of the service whose X-Forwarded-For to trust (default: ${trustedHops}, with --behind-proxy 1)`,
      )
        .env('ACCOUNT_ACCESS_TRUST_PROXY')
        .argParser(wholeNumber('Hops', 99)),
      new Option(
        '--cors-origin <origin>',
        'let pages of this origin read responses; may be repeated (default: none)',
      ).argParser((origin: string, before: readonly string[] = []) => [...before, origin]),
      new Option('--no-docs', 'serve only the operations, no docs'),
      new Option(
        '--drain-delay <seconds>',
        'how long to keep serving after SIGTERM, while /ready returns 503 (default: 0)',
      )
        .env('ACCOUNT_ACCESS_DRAIN_DELAY')
        .argParser(wholeNumber('A delay', 600)),
    ],
    'Internal listener:': [
      new Option(
        '--internal [address]',
        `also listen for other services and operators, on host:port or unix:/path (default: off; without an address "${defaultInternalAddress}")`,
      )
        .env('ACCOUNT_ACCESS_INTERNAL')
        .preset(defaultInternalAddress),
      new Option(
        '--internal-credential <file>',
        'credential of its callers, created if missing (default: "<database>.internal-credential"; with PostgreSQL "./data/internal-credential")',
      ).env('ACCOUNT_ACCESS_INTERNAL_CREDENTIAL'),
    ],
    'Database:': [
      databaseOption(
        `SQLite file, created if missing, or URL of a PostgreSQL database (default: "${database}", with --demo "${demoDatabase}")`,
      ),
      new Option(
        '--database-connections <number>',
        `largest number of connections to PostgreSQL (default: ${databaseConnections})`,
      )
        .env('ACCOUNT_ACCESS_DATABASE_CONNECTIONS')
        .argParser(wholeNumber('Connections', 9999, 2)),
      secretsOption(),
      argon2Option(),
    ],
  };
}

const help: HelpTexts = {
  examples: [
    'account-access serve --demo',
    'account-access serve --port 9000 --database /var/lib/account-access/accounts.db',
    "account-access serve --database 'postgres://account_access@db.example.com/accounts?sslmode=verify-full'",
    'account-access serve --host 0.0.0.0 --tls-cert chain.pem --tls-key key.pem',
    'account-access serve --host 0.0.0.0 --behind-proxy --drain-delay 5',
    'account-access serve --internal unix:/run/account-access/internal.sock',
    'account-access serve --config account-access.yaml --print-config',
  ],
  notes: [
    'The log goes to standard error: as text at a terminal, otherwise as JSON, one event per line. On SIGTERM or SIGINT, the service finishes the requests in progress and stops; a second signal stops it at once. On SIGHUP, it reads the secrets file and the certificate again.',
    databaseHelp,
  ],
  json: [
    {
      url: 'http://127.0.0.1:8080',
      docs: 'http://127.0.0.1:8080/docs',
      internal: null,
      database: './data/demo.db',
      demo: {
        profile: 'data/demo-profile.yaml',
        accounts: [
          { identity: 'demo@example.com', password: '…', disabled: false, totp_secret: null },
        ],
      },
    },
  ],
};
