import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadDocument } from '../../server/app.ts';
import { composeService, oncePerMinute } from '../../server/compose-service.ts';
import type { Config } from '../../server/config/config.ts';
import type { OpenApiDocument } from '../../server/http/document.ts';
import { loadValidator } from '../../server/http/express.ts';
import { createNodeServer, listeningUrl } from '../../server/http/node-server.ts';
import type { Log } from '../../server/http/observe.ts';
import { rejectUnparsed } from '../../server/http/unparsed.ts';
import { OperatorError } from '../../server/operator-error.ts';
import { createPasswords, type Passwords } from '../../server/security/passwords/password.ts';
import type { Random } from '../../server/security/random.ts';
import { closeAll, prepareDrain } from '../../server/serve/drain.ts';
import { readTls, refusePlainHttp, renewTls, type Tls } from '../../server/serve/tls.ts';
import { openStore, type Store } from '../../server/store/open-store.ts';
import { startSweeping } from './sweeping.ts';

/** Right after the start, so that neither the start nor the first invalid request waits for the validator. */
const preloadAfterMs = 100;

export interface ServerOptions {
  /** The whole configuration: `{ ...defaultConfig, port: 8081 }`. */
  readonly config: Config;
  readonly log: Log;
  /** How many lines of the log were dropped, for the metrics. @default none */
  readonly droppedLogLines?: () => number;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: () => number;
  /** Waits for a number of milliseconds. @default setTimeout of node:timers/promises */
  readonly wait?: (milliseconds: number) => Promise<void>;
  /** @default randomBytes of node:crypto */
  readonly random?: Random;
  /** @default Argon2id with the cost of the configuration */
  readonly passwords?: Passwords;
  /** Another version of the contract with the same operations. @default the contract of the package */
  readonly document?: OpenApiDocument;
  /** `demo` if the accounts are public: the console of the docs then offers them. @default a service for real accounts */
  readonly purpose?: 'demo' | undefined;
  readonly onSecretsMade?: (path: string) => void;
  readonly prepare?: (store: Store) => Promise<void>;
}

/** A server that listens until it is closed. */
export interface RunningServer {
  /** The URL of the server, without a slash at the end. */
  readonly url: string;
  readonly internal: { readonly url: string; readonly credentialFile: string } | undefined;
  readonly store: Store;
  /** @throws OperatorError when the certificate or its key cannot be used; the previous ones stay in use */
  renewTls(): { readonly validTo: Date } | undefined;
  /**
   * Reports on `/ready` that the server stops, keeps serving for the configured delay, accepts no more connections, lets
   * running requests finish, closes the internal listener, then the store. If a step fails, it runs the others, and rejects.
   */
  close(): Promise<void>;
}

/**
 * Opens the store and starts the server.
 *
 * @example
 * ```ts
 * const server = await startServer({ config: { ...defaultConfig, port: 8081 }, log: pino() });
 * console.log(server.url);
 * await server.close();
 * ```
 * @throws OperatorError when the configuration is wrong, or would send passwords over a network in plain text
 * @throws StoreError when the database cannot be used
 * @throws SecretsError when the secrets file cannot be used
 * @throws Error of Node when the port is not available
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config, log, now = Date.now, wait = sleep, random = randomBytes } = options;
  const { passwords = createPasswords(config.passwordCost), document = loadDocument() } = options;
  await refusePlainHttp(config);
  const tls = config.tls && readTls(config.tls);
  const hasExpired = ({ validTo }: Tls) => validTo.getTime() <= now();
  if (tls && hasExpired(tls)) log.warn({ validTo: tls.validTo }, 'the TLS certificate has expired');
  const store = await openStore({ ...config, onSecretsMade: options.onSecretsMade });
  // What to close, the last opened first.
  const closers = [store.close];
  try {
    await options.prepare?.(store);
    let accepting = false;
    const parts = config.internal && (await loadInternal());
    const metrics = parts?.metrics;
    if (options.droppedLogLines) metrics?.watchLog(options.droppedLogLines);
    const served = parts ? parts.observeStore(store, parts.metrics.storeCall) : store;
    const internal =
      config.internal &&
      parts &&
      (await parts.startInternal({
        config,
        internal: config.internal,
        tls,
        store: served,
        metrics: parts.metrics,
        now,
        random,
        log,
        isAccepting: () => accepting,
      }));
    if (internal) closers.unshift(internal.close);

    const observers = metrics && {
      request: metrics.requests('public'),
      watchPasswords: metrics.watchPasswords,
    };
    const service = composeService({
      config,
      store: served,
      log,
      now,
      random,
      passwords,
      observers,
      document,
      purpose: options.purpose,
    });
    const server = createNodeServer(config.limits, service, tls?.context);
    const warn =
      'too many connections are open: the server ends new ones (`limits` of the configuration)';
    server.on(
      'drop',
      oncePerMinute(now, () => log.warn(warn)),
    );
    const drain = prepareDrain(server);
    rejectUnparsed(server, { random, log, ...(observers && { observe: observers.request }) });
    await once(server.listen(config.port, config.host), 'listening');
    accepting = true;
    const preloading = setTimeout(
      () => void loadValidator(document).catch(() => {}),
      preloadAfterMs,
    ).unref();
    const sweeping = startSweeping({ sweep: store.sweep, times: config.sweeping, now, log });
    closers.unshift(
      async () => clearTimeout(preloading),
      () => drain(config.drainMs),
      sweeping.stop,
    );
    let closing: Promise<void> | undefined;
    const close = async () => {
      accepting = false;
      if (config.drainDelayMs > 0) await wait(config.drainDelayMs);
      await closeAll(closers);
    };
    return {
      url: listeningUrl(server, tls ? 'https' : 'http'),
      internal,
      store,
      renewTls() {
        if (config.tls === undefined) return undefined;
        const renewed = readTls(config.tls);
        if (hasExpired(renewed))
          throw new OperatorError('file_unusable', `${config.tls.certificate} has expired`);
        renewTls(server, renewed);
        internal?.renew(renewed);
        return renewed;
      },
      close: () => {
        closing ??= close();
        return closing;
      },
    };
  } catch (error) {
    // The first error matters to the operator, not one of closing.
    await closeAll(closers).catch(() => {});
    throw error;
  }
}

/** Loads what only a service with an internal listener needs, which is a large part of all modules. */
async function loadInternal() {
  const [{ createMetrics, observeStore }, { startInternal }] = await Promise.all([
    import('../internal/metrics.ts'),
    import('../internal/start-internal.ts'),
  ]);
  return { metrics: createMetrics(), observeStore, startInternal };
}
