import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { loadDocument } from './http/document.ts';
import type { Log } from './http/log.ts';
import { answerUnparsed } from './http/unparsed.ts';
import { bindOperations } from './operations/index.ts';
import { boundPasswords, TooBusyError } from './security/bounded-passwords.ts';
import { createCredential, credentialPrefix, hashCredential, isWellFormed } from './security/credential.ts';
import { createId } from './security/id.ts';
import { readOneTimeCode } from './security/one-time-code.ts';
import { createPasswords, type Passwords } from './security/password.ts';
import type { Random } from './security/random.ts';
import { createGuesses } from './security/throttle-guesses.ts';
import { createRequestCounter } from './security/throttle-requests.ts';
import { openStore, type Store } from './store/open-store.ts';

export interface ServerOptions {
  readonly config: Config;
  readonly log: Log;
  readonly now?: () => number;
  readonly random?: Random;
  readonly passwords?: Passwords;
  /** Done with the open store before the server listens. */
  readonly prepare?: (store: Store) => Promise<void>;
}

export interface RunningServer {
  /** Without a slash at the end. */
  readonly url: string;
  readonly store: Store;
  /** Takes no more connections, lets requests under way finish, then closes the store. */
  close(): Promise<void>;
}

/** Opens the store and listens. @throws StoreError, or Node's own error when the port cannot be had. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const {
    config,
    log,
    now = Date.now,
    random = randomBytes,
    passwords = createPasswords(),
    prepare,
  } = options;
  const store = await openStore(config);
  try {
    await prepare?.(store);
    const { brakes } = config;
    const app = createApp({
      document: loadDocument(),
      handlers: bindOperations({
        ...store,
        now,
        passwords: boundPasswords(passwords, config.hashing),
        guesses: brakes && createGuesses(store.brakes, brakes.guesses, now),
        readCode: readOneTimeCode,
        createToken: () => createToken(random),
        createKey: () => createKey(random),
        tokenLifetimeMs: config.tokenLifetimeMs,
        maximumKeys: config.maximumKeys,
      }),
      findCaller: async (token) =>
        isWellFormed('accessToken', token)
          ? store.accessTokens.findLive(hashCredential(token), now())
          : undefined,
      isOutage: (error) => error instanceof TooBusyError || store.isOutage(error),
      limits: config.limits,
      trustedHops: config.trustedHops,
      countRequest: brakes
        ? createRequestCounter(store.brakes, brakes.requestsPerMinute, now)
        : async () => undefined,
      random,
      log,
    });
    const server = createHttpServer(config, app);
    answerUnparsed(server, { random, log });
    await once(server.listen(config.port, config.host), 'listening');
    return { url: addressOf(server), store, close: () => close(server, store, config.drainMs) };
  } catch (error) {
    await store.close();
    throw error;
  }
}

function createHttpServer({ limits }: Config, app: RequestListener): Server {
  const server = createServer(
    {
      // Node stops parsing here; up to it http/size answers in the order that the contract gives.
      maxHeaderSize: 2 * (limits.headerBytes + limits.uriBytes),
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: 500,
      // http/framing answers this with an envelope.
      requireHostHeader: false,
    },
    app,
  );
  // Node would drop headers beyond a number in silence, and a second Authorization among them.
  server.maxHeadersCount = 0;
  // Once it stops, a connection whose request was still under way ends with its answer, not when keeping it alive times out.
  server.on('request', (_request, response) => {
    response.once('close', () => {
      if (!server.listening) server.closeIdleConnections();
    });
  });
  return server;
}

function createToken(random: Random) {
  const token = createCredential('accessToken', random);
  return { token, tokenHash: hashCredential(token) };
}

function createKey(random: Random) {
  const key = createCredential('apiKey', random);
  return { id: createId('key', random), key, keyHash: hashCredential(key), keyPrefix: credentialPrefix(key) };
}

function addressOf(server: Server): string {
  // A server that listens on a port has an address of this kind.
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

async function close(server: Server, store: Store, drainMs: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const impatience = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearTimeout(impatience);
  await store.close();
}
