import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { composeService } from '../../server/compose-service.ts';
import type { Config } from '../../server/config/config.ts';
import type { OpenApiDocument } from '../../server/http/contract/document.ts';
import type { Log } from '../../server/http/log.ts';
import { createNodeServer, listeningUrl } from '../../server/http/transport/node-server.ts';
import { rejectUnparsed } from '../../server/http/transport/unparsed.ts';
import { createPasswords, type Passwords } from '../../server/security/passwords/password.ts';
import type { Random } from '../../server/security/random.ts';
import { closeAfterLastResponse, closeAll, drain } from '../../server/serve/drain.ts';
import { refusePlainHttp } from '../../server/serve/plain-http.ts';
import { readTls, renewTls } from '../../server/serve/tls.ts';
import { openStore, type Store } from '../../server/store/open-store.ts';
import { loadInternal } from '../internal/load-internal.ts';
import { startSweeping } from './sweeping.ts';

/** What a server is made of; clock, randomness and hashing are those of the machine unless given. */
export interface ServerOptions {
  readonly config: Config;
  readonly log: Log;
  readonly now?: () => number;
  /** How it lets milliseconds pass before a stop goes on. */
  readonly wait?: (milliseconds: number) => Promise<void>;
  readonly random?: Random;
  readonly passwords?: Passwords;
  /** Another edition of the contract than the package's, with the same operations. */
  readonly document?: OpenApiDocument;
  /** Called with the path of a secrets file that was made. */
  readonly onSecretsMade?: (path: string) => void;
  /** Done with the open store before the server listens. */
  readonly prepare?: (store: Store) => Promise<void>;
}

/** A server that listens, until it is closed. */
export interface RunningServer {
  /** Without a slash at the end. */
  readonly url: string;
  /** The listener for other services and operators, where there is one. */
  readonly internal: { readonly url: string; readonly credentialFile: string } | undefined;
  readonly store: Store;
  /** Reads the certificate and its key again. @throws OperatorError when they cannot be used: the old ones stay */
  renewTls(): { readonly validTo: Date } | undefined;
  /**
   * Says on `/ready` that it stops, goes on for the configured delay, takes no more connections, lets requests under way
   * finish, ends the internal listener, then closes the store. Rejects when one of these fails; all were tried then.
   */
  close(): Promise<void>;
}

/**
 * Opens the store and listens. @throws StoreError, SecretsError, OperatorError, or Node's own error when the port cannot be
 * had.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config, log, now = Date.now, wait = sleep, random = randomBytes } = options;
  const { passwords = createPasswords(config.passwordCost) } = options;
  await refusePlainHttp(config);
  const tls = config.tls && readTls(config.tls);
  const store = await openStore({ ...config, onSecretsMade: options.onSecretsMade });
  // What is open, to be closed in the opposite order.
  const closers = [store.close];
  try {
    await options.prepare?.(store);
    let accepting = false;
    const parts = config.internal && (await loadInternal());
    const metrics = parts?.metrics;
    const served = parts ? parts.observeStore(store, parts.metrics.storeCall) : store;
    const internal =
      config.internal &&
      parts &&
      (await parts.startInternal({
        ...{
          config,
          internal: config.internal,
          tls,
          store: served,
          metrics: parts.metrics,
          now,
          random,
          log,
        },
        isAccepting: () => accepting,
      }));
    if (internal) closers.unshift(internal.close);

    const observers = metrics && {
      request: metrics.requests('public'),
      watchPasswords: metrics.watchPasswords,
    };
    const service = composeService({
      ...{ config, store: served, log, now, random, passwords, observers },
      document: options.document,
    });
    const server = createNodeServer(config.limits, service, tls?.context);
    closeAfterLastResponse(server);
    rejectUnparsed(server, { random, log, ...(observers && { observe: observers.request }) });
    await once(server.listen(config.port, config.host), 'listening');
    accepting = true;
    const sweeping = startSweeping({ sweep: store.sweep, times: config.sweeping, now, log });
    closers.unshift(() => drain(server, config.drainMs), sweeping.stop);
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
    // The caller gets the first error, not those of closing.
    await closeAll(closers).catch(() => {});
    throw error;
  }
}
