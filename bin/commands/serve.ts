import { Command, InvalidArgumentError, Option } from 'commander';
import { type Config, defaultConfig } from '../../server/config/config.ts';
import { OperatorError } from '../../server/operator-error.ts';
import { hidePassword } from '../../server/store/database-name.ts';
import { databaseOption, keyFileOption, readKeyVariable, wholeNumber } from '../database.ts';
import { toJsonLine } from '../format.ts';
import { describeListenFailure } from '../listen-failure.ts';
import type { AddCommand, Terminal } from '../terminal.ts';

const demoDatabase = './data/demo.db';
const internalAddress = '127.0.0.1:8081';

interface ServeOptions {
  readonly config?: string;
  readonly printConfig?: boolean;
  readonly demo?: boolean;
  readonly json?: boolean;
  readonly port?: number;
  readonly host?: string;
  readonly trustProxy?: number;
  readonly corsOrigin?: readonly string[];
  readonly docs: boolean;
  readonly drainDelay?: number;
  readonly internal?: string;
  readonly internalCredentialFile?: string;
  readonly database?: string;
  readonly databaseConnections?: number;
  readonly encryptionKeyFile?: string;
}

// No option has a default of commander's: a missing one comes from the file, or else from `defaultConfig`.
export const serve: AddCommand = (terminal) => {
  const { port, host, databaseConnections } = defaultConfig;
  return new Command('serve')
    .description('run the service')
    .option(
      '--demo',
      'add demo accounts, turn off rate limits, and let pages of any origin read responses',
    )
    .addOption(
      new Option('--port <number>', `port to listen on; 0 for any free port (default: ${port})`)
        .env('ACCOUNT_ACCESS_PORT')
        .argParser(wholeNumber(0, 65_535)),
    )
    .addOption(
      new Option('--host <address>', `address to listen on (default: "${host}")`).env(
        'ACCOUNT_ACCESS_HOST',
      ),
    )
    .addOption(databaseOption())
    .addOption(
      new Option(
        '--database-connections <number>',
        `maximum number of connections to PostgreSQL (default: ${databaseConnections})`,
      )
        .env('ACCOUNT_ACCESS_DATABASE_CONNECTIONS')
        .argParser(wholeNumber(2, 9999)),
    )
    .addOption(keyFileOption())
    .addOption(
      new Option(
        '--trust-proxy <hops>',
        'number of proxies in front of the service whose X-Forwarded-For to trust (default: 0)',
      )
        .env('ACCOUNT_ACCESS_TRUST_PROXY')
        .argParser(wholeNumber(0, 99)),
    )
    .addOption(
      new Option(
        '--cors-origin <origin>',
        'let pages of this origin read responses, * for any; may be repeated (default: none)',
      ).argParser(collectOrigin),
    )
    .addOption(
      new Option(
        '--internal [host:port]',
        `also listen for other services and operators (without an address "${internalAddress}")`,
      )
        .env('ACCOUNT_ACCESS_INTERNAL')
        .preset(internalAddress),
    )
    .addOption(
      new Option(
        '--internal-credential-file <file>',
        'file with the credential that its callers send; created if missing (default: "<database>.internal-credential")',
      ).env('ACCOUNT_ACCESS_INTERNAL_CREDENTIAL_FILE'),
    )
    .addOption(
      new Option(
        '--drain-delay <seconds>',
        'how long to keep serving after SIGTERM, while /ready returns 503 (default: 0)',
      )
        .env('ACCOUNT_ACCESS_DRAIN_DELAY')
        .argParser(wholeNumber(0, 600)),
    )
    .option('--no-docs', 'serve no docs')
    .addOption(
      new Option('--config <file>', 'configuration file, YAML or JSON; options override it').env(
        'ACCOUNT_ACCESS_CONFIG',
      ),
    )
    .option('--print-config', 'print the resulting configuration as a file for --config, and exit')
    .option('--json', 'print a line of JSON when the service listens')
    .addHelpText(
      'after',
      `
The log goes to standard error: one line of JSON for each request.
On SIGTERM or SIGINT the service finishes the requests in progress and stops;
a second signal stops it at once.
The service speaks plain HTTP: let a proxy in front of it handle TLS.

Examples:
  account-access serve --demo
  account-access serve --database /var/lib/account-access/accounts.db --internal
  account-access serve --host 0.0.0.0 --trust-proxy 1`,
    )
    .action((options: ServeOptions) => run(terminal, options));
};

function collectOrigin(origin: string, before: readonly string[] = []): readonly string[] {
  const isOrigin = URL.canParse(origin) && new URL(origin).origin === origin;
  if (origin !== '*' && !isOrigin) {
    throw new InvalidArgumentError('Give an origin such as https://app.example.com.');
  }
  return [...before, origin];
}

async function run(terminal: Terminal, options: ServeOptions): Promise<void> {
  const config = await configOf(options);
  if (options.printConfig) {
    const { stringify } = await import('yaml');
    terminal.stdout.write(stringify({ ...config, database: hidePassword(config.database) }));
    return;
  }

  const { demo = false } = options;
  const database = hidePassword(config.database);
  const [{ startServer }, { createLog }, { ensureDemoAccounts, separateDemo }] = await Promise.all([
    import('../../server/service.ts'),
    import('../service-log.ts'),
    import('../../server/demo.ts'),
  ]);
  const log = createLog(terminal);
  const server = await startServer({
    config,
    log,
    encryptionKey: readKeyVariable(),
    prepare: async ({ accounts }, passwords) => {
      await separateDemo(accounts, { isDemo: demo, database });
      if (demo) await ensureDemoAccounts(accounts, passwords);
      else if (await accounts.isEmpty()) {
        log.warn({ database }, 'nobody can log in yet: add one with `account-access accounts add`');
      }
    },
  }).catch((error: unknown) => {
    throw toListenError(error, config);
  });

  // Before it reports that it listens: a reader of that line may send a signal at once.
  stopOnSignal(server, log);
  const internal = server.internal && {
    url: server.internal.url,
    credentialFile: server.internal.credentialFile,
  };
  log.info({ url: server.url, internal, database, rateLimits: config.rateLimits }, 'listening');

  const shown = demo
    ? (await import('../demo-banner.ts')).describeDemo(server.url, config)
    : undefined;
  if (options.json) {
    terminal.print(toJsonLine({ url: server.url, internal, database, demo: shown?.json }));
  } else if (shown !== undefined) {
    terminal.stdout.write(shown.banner);
  }
}

async function configOf(options: ServeOptions): Promise<Config> {
  const { demo = false, config: file } = options;
  const fromFile =
    file === undefined
      ? {}
      : (await import('../../server/config/config-file.ts')).readConfigFile(file);
  const given = {
    host: options.host,
    port: options.port,
    database: options.database,
    databaseConnections: options.databaseConnections,
    encryptionKeyFile: options.encryptionKeyFile,
    trustedHops: options.trustProxy,
    corsOrigins: options.corsOrigin,
    internal: options.internal,
    internalCredentialFile: options.internalCredentialFile,
    drainDelaySeconds: options.drainDelay,
    docs: options.docs ? undefined : false,
    rateLimits: demo ? false : undefined,
  };
  const isGiven = ([, value]: [string, unknown]) => value !== undefined;
  return {
    ...defaultConfig,
    ...(demo && { database: demoDatabase, corsOrigins: ['*'] }),
    ...fromFile,
    // The fields of a configuration, without those that are missing.
    ...(Object.fromEntries(Object.entries(given).filter(isGiven)) as Partial<Config>),
  };
}

function toListenError(error: unknown, config: Config): unknown {
  const failure = describeListenFailure(error, config);
  if (failure === undefined) return error;
  return new OperatorError(`${failure}. Nothing was changed.`, { cause: error });
}

type Server = Awaited<ReturnType<typeof import('../../server/service.ts')['startServer']>>;
type Log = ReturnType<typeof import('../service-log.ts')['createLog']>;

function stopOnSignal(server: Server, log: Log): void {
  let isStopping = false;
  for (const [signal, number] of Object.entries({ SIGTERM: 15, SIGINT: 2 })) {
    process.on(signal, async () => {
      // A second signal ends the process at once, with the exit code of a process that the signal ended.
      if (isStopping) process.exit(128 + number);
      isStopping = true;
      log.info({ signal }, 'stopping after the requests in progress');
      try {
        await server.close();
        process.exit(0);
      } catch (error) {
        log.error(
          { err: error },
          'stopped, but could not close everything; completed requests are stored',
        );
        process.exit(1);
      }
    });
  }
}
