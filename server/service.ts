import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { createApp } from './app.ts';
import { type Config, defaultConfig, hashingBounds } from './config/config.ts';
import { createOpening, guardConnections } from './connections.ts';
import type { Log, ObserveRequest } from './http/access-log.ts';
import { createNodeServer, listeningUrl } from './http/node-server.ts';
import { rejectUnparsed } from './http/unparsed.ts';
import type { RunningInternal } from './internal/internal.ts';
import { OperatorError } from './operator-error.ts';
import { createCredential, credentialPrefix, isWellFormed } from './security/credential.ts';
import { hashCredential } from './security/hash-credential.ts';
import { isLoopback } from './security/is-loopback.ts';
import { hashRecoveryCode, matchStep } from './security/mfa-secrets.ts';
import { createCodeReader } from './security/one-time-codes.ts';
import { createPasswords, type Passwords } from './security/passwords.ts';
import { bufferedRandom, createId, type Random } from './security/random.ts';
import { createRateLimits } from './security/rate-limits.ts';
import { type OpenStore, openStore } from './store/open-store.ts';

export interface ServiceOptions {
  /** The fields that differ from `defaultConfig`. */
  readonly config?: Partial<Config>;
  /** @default warnings and errors, as lines of JSON on standard error */
  readonly log?: Log;
  /** The encryption key itself, as base64 or hex of 32 bytes, instead of its file. */
  readonly encryptionKey?: string | undefined;
  /** Runs once the store is open, before the first request. What it throws ends the start. */
  readonly prepare?: ((store: OpenStore, passwords: Passwords) => Promise<void>) | undefined;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: () => number;
  /** @default randomBytes of node:crypto */
  readonly random?: Random;
}

/** An open service. Close it when you no longer need it. */
export interface Service {
  /** A handler for `createServer` of `node:http`, or for `use` of an Express app. */
  readonly listener: RequestListener;
  readonly store: OpenStore;
  readonly passwords: Passwords;
  /** Closes the store. Close your own server first. */
  close(): Promise<void>;
}

const sweepEveryMs = 300_000;

/**
 * Opens the service for use inside your own server. In an Express app, mount it before any body parser. Your server is responsible
 * for TLS, for limits on slow requests and large headers, and for requests that are not HTTP; `startServer` handles the last two.
 *
 * @example
 * ```ts
 * const service = await createService({ config: { database: './accounts.db' } });
 * const server = createServer(service.listener).listen(8080);
 * server.on('close', () => service.close());
 * ```
 * @throws OperatorError when the database or its key cannot be used
 */
export async function createService(
  options: ServiceOptions,
  observe: ObserveRequest = () => {},
): Promise<Service> {
  const { log = warnings(), now = Date.now } = options;
  const config: Config = { ...defaultConfig, ...options.config };
  const random = bufferedRandom(options.random ?? randomBytes);
  const passwords = createPasswords(hashingBounds);
  const store = await openStore({
    database: config.database,
    maximumConnections: config.databaseConnections,
    encryptionKey: keySourceOf(config, options.encryptionKey),
    mayCreate: true,
  });

  try {
    await options.prepare?.(store, passwords);
  } catch (error) {
    await store.close();
    throw error;
  }

  const onError = (error: unknown) =>
    log.warn({ err: error }, 'the store failed in the background');
  const sweeping = setInterval(() => void store.deleteExpired(now()).catch(onError), sweepEveryMs);
  sweeping.unref();

  const listener = createApp({
    ...store,
    verifyPassword: passwords.verify,
    readCode: createCodeReader({ matchStep, hashRecoveryCode }),
    createToken: () => {
      const token = createCredential('accessToken', random);
      return { token, tokenHash: hashCredential(token) };
    },
    createKeyId: () => createId('key', random),
    createKey: () => {
      const key = createCredential('apiKey', random);
      return { key, keyHash: hashCredential(key), keyPrefix: credentialPrefix(key) };
    },
    // A truncated or mistyped token, or another kind of credential, needs no look-up.
    findCaller: async (token) =>
      isWellFormed('accessToken', token)
        ? store.tokens.find(hashCredential(token), now())
        : undefined,
    tokenLifetimeMs: config.tokenLifetimeSeconds * 1000,
    maximumKeys: config.maximumKeys,
    rateLimits: config.rateLimits
      ? createRateLimits({ pool: store.database.pool, onError })
      : undefined,
    trustedHops: config.trustedHops,
    corsOrigins: config.corsOrigins,
    docs: config.docs,
    random,
    now,
    log,
    observe,
  });

  return {
    listener,
    store,
    passwords,
    close: async () => {
      clearInterval(sweeping);
      await store.close();
    },
  };
}

function warnings(): Log {
  return pino({ level: 'warn' }, pino.destination({ dest: 2, sync: false }));
}

/** A server that listens until it is closed. */
export interface RunningServer {
  /** The URL of the server, without a slash at the end. */
  readonly url: string;
  readonly internal: RunningInternal | undefined;
  readonly store: OpenStore;
  /**
   * Reports on `/ready` that the server stops, keeps serving for the configured delay, accepts no more connections, lets running
   * requests finish, and closes the internal listener, then the store.
   */
  close(): Promise<void>;
}

/**
 * Opens the service and listens.
 *
 * @throws OperatorError when the configuration, the database or its key cannot be used, or would send passwords over a network in
 *   plain text
 * @throws Error of Node when the port is not available: nothing is left behind
 */
export async function startServer(options: ServiceOptions): Promise<RunningServer> {
  const { log = warnings(), now = Date.now, random = randomBytes } = options;
  const config: Config = { ...defaultConfig, ...options.config };
  await refusePlainHttp(config);
  // What only a service with an internal listener needs.
  const parts = config.internal === undefined ? undefined : await import('./internal/internal.ts');
  const metrics = parts?.createMetrics();
  const observe = metrics?.observe ?? (() => {});

  const server = createNodeServer();
  const drain = prepareDrain(server);
  const opening = createOpening();
  guardConnections(server, opening.listener);
  rejectUnparsed(server, { random, log, observe });
  // The ports come first: where one is taken, no file has been made.
  await once(server.listen(config.port, config.host), 'listening');

  let accepting = true;
  const closers = [() => drain(config.drainSeconds * 1000)];
  try {
    const internalListener = await parts?.listenInternal(config);
    // Its readers learn that the service stops, until it has stopped.
    if (internalListener) closers.push(internalListener.close);

    const service = await createService({ ...options, log }, observe);
    closers.push(service.close);
    const isAccepting = () => accepting;
    const internal =
      metrics &&
      internalListener?.serve({ config, service, metrics, log, now, random, isAccepting });
    opening.open(service.listener);

    let closing: Promise<void> | undefined;
    const close = async () => {
      accepting = false;
      await sleep(config.drainDelaySeconds * 1000);
      await closeAll(closers);
    };
    return {
      url: listeningUrl(server),
      internal,
      store: service.store,
      close: () => {
        closing ??= close();
        return closing;
      },
    };
  } catch (error) {
    server.closeAllConnections();
    await closeAll(closers);
    throw error;
  }
}

/** In their order, even if some fail. @throws the first error, after all have run */
async function closeAll(closers: readonly (() => Promise<void>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const close of closers) await close().catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}

function keySourceOf({ encryptionKeyFile: file }: Config, text: string | undefined) {
  if (text !== undefined) return { text };
  return file === undefined ? undefined : { file };
}

/** TLS is the proxy's. @throws OperatorError for an address of a network without a proxy */
async function refusePlainHttp({ host, trustedHops }: Config): Promise<void> {
  if (trustedHops > 0 || (await isLoopback(host))) return;
  throw new OperatorError(
    `the service speaks plain HTTP, and would send passwords over the network on ${host}: put a proxy with TLS in front of it, and say how many there are with --trust-proxy`,
  );
}

/** Accepts no more connections, lets running requests finish, and closes all connections after `timeoutMs`. */
function prepareDrain(server: Server): (timeoutMs: number) => Promise<void> {
  const running = new Set<{ shouldKeepAlive: boolean }>();
  let isDraining = false;
  server.on('request', (_request, response) => {
    if (isDraining) response.shouldKeepAlive = false;
    running.add(response);
    response.once('close', () => running.delete(response));
  });

  return async (timeoutMs) => {
    isDraining = true;
    for (const response of running) response.shouldKeepAlive = false;
    const closed = once(server, 'close');
    server.close();
    const timeout = setTimeout(() => server.closeAllConnections(), timeoutMs);
    await closed;
    clearTimeout(timeout);
  };
}
