import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Logger } from 'pino';
import type { Terminal } from '../../../conformance/engine/terminal/terminal.ts';
import { exitFailure } from '../../../conformance/engine/terminal/usage-error.ts';
import { ensureDemoAccounts, separateDemo } from '../../../operator/accounts/demo.ts';
import { createServiceLog, type ServiceLog } from '../../../operator/run/service-log.ts';
import { type RunningServer, startServer } from '../../../operator/run/start-server.ts';
import type { Config } from '../../../server/config/config.ts';
import { OperatorError } from '../../../server/operator-error.ts';
import { createPasswords } from '../../../server/security/passwords/password.ts';
import { hidePassword } from '../../../server/store/postgres/url.ts';
import { secretsMadeNote } from '../../options/database-option.ts';
import { toJsonLine } from '../../output/format-table.ts';
import { configOf, type ServeOptions } from './config.ts';

export async function serve(terminal: Terminal, options: ServeOptions): Promise<void> {
  const { stdout, print } = terminal;
  const config = await configOf(options);
  const { demo = false, json = false } = options;
  const serviceLog = await createLog(terminal);
  const { log } = serviceLog;
  const passwords = createPasswords(config.passwordCost);
  const limits = {
    ...config.limits,
    connections: Math.min(config.limits.connections, mostSockets()),
  };
  const starting = start(config, serviceLog, () =>
    startServer({
      config: { ...config, limits },
      log,
      droppedLogLines: serviceLog.dropped,
      passwords,
      purpose: demo ? 'demo' : undefined,
      onSecretsMade: (path) => {
        // Demo secrets protect nothing, so they need no backup.
        if (demo) log.info({ secrets: path }, 'created the secrets file');
        else log.warn({ secrets: path }, secretsMadeNote(path));
      },
      prepare: async ({ accounts }) => {
        await separateDemo(accounts, demo);
        if (!demo && (await accounts.isEmpty()))
          log.warn(
            { database: hidePassword(config.database) },
            'there are no accounts, so nobody can log in: add one with `account-access accounts add`',
          );
        if (demo)
          await ensureDemoAccounts({ accounts, passwords, random: randomBytes, now: Date.now });
      },
    }),
  );

  rereadOnHangup(starting, log);
  const server = await starting;

  // Before it reports that it listens: a reader of that line may send a signal at once.
  stopOnSignal(server, serviceLog);
  const { connections, connectionsPerNetwork } = limits;
  const rateLimits = config.rateLimits === undefined ? 'off' : 'on';
  log.info({ connections, connectionsPerNetwork, rateLimits, hashing: config.hashing }, 'limits');
  log.info(
    { url: server.url, internal: server.internal, database: hidePassword(config.database) },
    'listening',
  );
  const shown = demo ? (await import('./demo.ts')).describeDemo(server.url, config) : undefined;
  if (json)
    print(
      toJsonLine({
        url: server.url,
        docs: config.docs ? `${server.url}/docs` : undefined,
        internal: server.internal,
        database: hidePassword(config.database),
        demo: shown?.json,
      }),
    );
  else if (shown !== undefined) stdout.write(shown.banner);
}

/** Connections that leave 100 files to the rest of the process. Node allows itself as many open files as the system does. */
function mostSockets(): number {
  const openFiles = /^Max open files +(\d+)/m.exec(readIfPossible('/proc/self/limits'))?.[1];
  return Math.max(1, Number(openFiles ?? Number.POSITIVE_INFINITY) - 100);
}

function readIfPossible(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

// Optional parts are imported where they are needed, so that services start faster.

async function createLog({ stderr, wantsColour }: Terminal): Promise<ServiceLog> {
  if (!stderr.isTTY) return createServiceLog();
  const { prettyFactory } = await import('pino-pretty');
  return createServiceLog({
    format: prettyFactory({ ignore: 'pid,hostname', colorize: wantsColour(stderr) }),
  });
}

async function start(
  config: Config,
  { flush }: ServiceLog,
  work: () => Promise<RunningServer>,
): Promise<RunningServer> {
  try {
    return await work();
  } catch (error) {
    // The log first: the error is the last line.
    await flush();
    const reason = listenFailures[(error as NodeJS.ErrnoException).code ?? ''];
    if (reason === undefined) throw error;
    throw new OperatorError(
      'cannot_listen',
      `cannot listen on ${config.host} port ${config.port}: ${reason}`,
      { cause: error },
    );
  }
}

const listenFailures: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is taken; choose another with --port, or 0 for any',
  EACCES: 'this user may not use the port; choose one above 1023 with --port',
  EADDRNOTAVAIL: 'this machine does not have the address; choose another with --host',
  ENOTFOUND: 'there is no such host; give an address of this machine with --host',
  EAI_AGAIN: 'the host name cannot be looked up; give an address of this machine with --host',
};

// Other programs renew keys and certificates, and then send SIGHUP, perhaps before it listens.
function rereadOnHangup(starting: Promise<RunningServer>, log: Logger): void {
  const reread = (server: RunningServer) => {
    const { encryption } = server.store;
    try {
      const { current, keys } = encryption.reread();
      log.info(
        { secrets: encryption.path, current, keys: keys.length },
        'read the secrets file again',
      );
    } catch (error) {
      log.error(
        { err: error },
        'cannot read the secrets file again: the service still uses the previous keys',
      );
    }
    try {
      const renewed = server.renewTls();
      if (renewed) log.info({ validTo: renewed.validTo }, 'read the certificate again');
    } catch (error) {
      log.error(
        { err: error },
        'cannot read the certificate again: the service still uses the previous one',
      );
    }
  };
  process.on('SIGHUP', () => void starting.then(reread, () => {}));
}

function stopOnSignal(server: RunningServer, { log, flush }: ServiceLog): void {
  let stopping = false;
  for (const [signal, number] of Object.entries({ SIGTERM: 15, SIGINT: 2 })) {
    process.on(signal, async () => {
      // A second signal ends the process at once, with the exit code of a process that the signal ended.
      if (stopping) process.exit(128 + number);
      stopping = true;
      log.info({ signal }, 'stopping after the requests in progress');
      try {
        await server.close();
        process.exitCode = 0;
      } catch (error) {
        log.error(
          { err: error },
          'stopped, but could not close everything; completed requests are stored',
        );
        process.exitCode = exitFailure;
      }
      await flush();
      process.exit();
    });
  }
}
