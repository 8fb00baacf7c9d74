import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { composeService } from './compose.ts';
import type { Config } from './config.ts';
import { drain, endConnectionsWithTheirAnswers } from './drain.ts';
import { listeningUrl } from './http/listening-address.ts';
import type { Log } from './http/log.ts';
import { createNodeServer } from './http/node-server.ts';
import { answerUnparsed } from './http/unparsed.ts';
import { createPasswords, type Passwords } from './security/password.ts';
import type { Random } from './security/random.ts';
import { openStore, type Store } from './store/open-store.ts';
import { startSweeping } from './sweeping.ts';

export interface ServerOptions {
  readonly config: Config;
  readonly log: Log;
  readonly now?: () => number;
  readonly random?: Random;
  readonly passwords?: Passwords;
  /** Called with the path of a secrets file that was made. */
  readonly onSecretsMade?: (path: string) => void;
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

/** Opens the store and listens. @throws StoreError, SecretsError, or Node's own error when the port cannot be had. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const {
    config,
    log,
    now = Date.now,
    random = randomBytes,
    passwords = createPasswords(options.config.passwordCost),
    onSecretsMade,
    prepare,
  } = options;
  const store = await openStore({ ...config, onSecretsMade });
  try {
    await prepare?.(store);
    const service = composeService({ config, store, log, now, random, passwords });
    const server = createNodeServer(config.limits, service);
    endConnectionsWithTheirAnswers(server);
    answerUnparsed(server, { random, log });
    await once(server.listen(config.port, config.host), 'listening');
    const sweeping = startSweeping({ sweep: store.sweep, times: config.sweeping, now, log });
    return {
      url: listeningUrl(server),
      store,
      close: async () => {
        await drain(server, config.drainMs);
        await sweeping.stop();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
