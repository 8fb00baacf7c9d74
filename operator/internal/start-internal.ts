import { once } from 'node:events';
import { type Config, type InternalListener, parseInternalAddress } from '../../server/config/config.ts';
import { createNodeServer, listeningUrl } from '../../server/http/node-server.ts';
import type { Log } from '../../server/http/observe.ts';
import { rejectUnparsed } from '../../server/http/unparsed.ts';
import { OperatorError } from '../../server/operator-error.ts';
import { isLoopback } from '../../server/security/is-loopback.ts';
import type { Random } from '../../server/security/random.ts';
import { prepareDrain } from '../../server/serve/drain.ts';
import { renewTls, type Tls } from '../../server/serve/tls.ts';
import type { Store } from '../../server/store/open-store.ts';
import { createKeyCache } from '../keys/key-cache.ts';
import { createVerification } from '../keys/verification.ts';
import { defaultCredentialFile, readOrCreateCredential } from './credential-file.ts';
import { createInternalApp } from './internal-app.ts';
import { listenOnSocket } from './listen-on-socket.ts';
import type { Metrics } from './metrics.ts';
import { problemDetails } from './problem-details.ts';
import { createReadiness } from './readiness.ts';

interface InternalOptions {
  readonly config: Config;
  readonly internal: InternalListener;
  readonly tls: Tls | undefined;
  readonly store: Store;
  readonly metrics: Metrics;
  readonly isAccepting: () => boolean;
  readonly now: () => number;
  readonly random: Random;
  readonly log: Log;
}

interface RunningInternal {
  /** Without a slash at the end; `unix:/path` for a socket. */
  readonly url: string;
  readonly credentialFile: string;
  /** Uses a renewed certificate. */
  renew(tls: Tls): void;
  close(): Promise<void>;
}

/** How long requests under way may take to finish, once everything else has stopped. */
const drainMs = 2000;

/** Listens for other services and for operators. @throws OperatorError */
export async function startInternal(options: InternalOptions): Promise<RunningInternal> {
  const { config, internal, store, metrics, random, log, isAccepting, now } = options;
  const address = parseInternalAddress(internal.listen);
  if (address === undefined)
    throw new Error('the configuration was checked before: `internal.listen` is an address');
  const credentialFile = internal.credentialFile ?? defaultCredentialFile(config.database);
  // A certificate is for a name on the network, which a loopback address does not have.
  const tls = 'host' in address && !(await isLoopback(address.host)) ? options.tls : undefined;
  const observe = metrics.requests('internal');
  const app = createInternalApp({
    credential: readOrCreateCredential(credentialFile, random),
    verification: createVerification({
      ...store,
      now,
      cache: createKeyCache({ cacheMs: internal.cacheMs, now, countInvalidations: store.countInvalidations }),
    }),
    readiness: createReadiness(store.health, isAccepting, log),
    metrics,
    isOutage: store.isOutage,
    limits: config.limits,
    observe,
    random,
    log,
  });
  const server = createNodeServer(config.limits, app, tls?.context);
  const drain = prepareDrain(server);
  rejectUnparsed(server, { random, log, format: problemDetails, observe });
  try {
    if ('socket' in address) await listenOnSocket(server, address.socket);
    else await once(server.listen(address.port, address.host), 'listening');
  } catch (cause) {
    throw new OperatorError(
      'cannot_listen',
      `the internal listener cannot use ${internal.listen}; another process may be using it. Choose another address with --internal`,
      { cause },
    );
  }
  return {
    url: 'socket' in address ? `unix:${address.socket}` : listeningUrl(server, tls ? 'https' : 'http'),
    credentialFile,
    renew: (renewed) => renewTls(server, renewed),
    close: () => drain(drainMs),
  };
}
