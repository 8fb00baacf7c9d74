import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, linkSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import type { Parts } from '../../server/compose-service.ts';
import { type InternalListener, parseInternalAddress } from '../../server/config/config.ts';
import { createNodeServer, listeningUrl } from '../../server/http/node-server.ts';
import { rejectUnparsed } from '../../server/http/unparsed.ts';
import { OperatorError } from '../../server/operator-error.ts';
import { createCredential } from '../../server/security/credential.ts';
import { isLoopback } from '../../server/security/is-loopback.ts';
import { codeOf, findExposure, makeFolder } from '../../server/security/private-file.ts';
import type { Random } from '../../server/security/random.ts';
import { prepareDrain } from '../../server/serve/drain.ts';
import { renewTls, type Tls } from '../../server/serve/tls.ts';
import { isPostgresUrl } from '../../server/store/postgres/url.ts';
import { createKeyCache, createVerification } from '../keys/verification.ts';
import { createInternalApp } from './internal-app.ts';
import type { Metrics } from './metrics.ts';
import { problemDetails } from './problem-details.ts';
import { createReadiness } from './readiness.ts';

interface InternalOptions extends Pick<Parts, 'config' | 'store' | 'now' | 'random' | 'log'> {
  readonly internal: InternalListener;
  readonly tls: Tls | undefined;
  readonly metrics: Metrics;
  readonly isAccepting: () => boolean;
}

/** How long requests under way may take to finish, once everything else has stopped. */
const drainMs = 2000;

/** Listens for other services and for operators. @throws OperatorError */
export async function startInternal(options: InternalOptions) {
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
      cache: createKeyCache({
        cacheMs: internal.cacheMs,
        now,
        countInvalidations: store.countInvalidations,
      }),
    }),
    readiness: createReadiness(store.health, isAccepting, log),
    metrics,
    isOutage: store.isOutage,
    limits: config.limits,
    observe,
    random,
    log,
  });
  // Few services open many connections.
  const limits = { ...config.limits, connectionsPerNetwork: config.limits.connections };
  const server = createNodeServer(limits, app, tls?.context);
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
    /** Without a slash at the end; `unix:/path` for a socket. */
    url:
      'socket' in address ? `unix:${address.socket}` : listeningUrl(server, tls ? 'https' : 'http'),
    credentialFile,
    /** Uses a renewed certificate. */
    renew: (renewed: Tls) => renewTls(server, renewed),
    close: () => drain(drainMs),
  };
}

/** If the file is missing, it is created with 256 random bits, for its owner. @throws OperatorError */
function readOrCreateCredential(path: string, random: Random): string {
  const fail = (problem: string, cause?: unknown) =>
    new OperatorError(
      'file_unusable',
      `the internal credential ${path} cannot be used: ${problem}`,
      {
        cause,
      },
    );
  try {
    createFile(path, random);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST')
      throw fail(
        'the file is missing and cannot be created: name another with --internal-credential',
        error,
      );
  }
  const exposure = findExposure(path);
  if (exposure !== undefined) throw fail(exposure);
  const credential = readFileSync(path, 'utf8').trim();
  // RFC 6750, 2.1: what a client can send as a bearer token. A shorter one could be found by trying.
  if (!/^[\w.~+/-]{32,512}=*$/.test(credential))
    throw fail('it must contain only 32 to 512 of the characters A-Z, a-z, 0-9 and -._~+/');
  return credential;
}

/** The default path of the credential: next to the file of the database, or in `./data` when the database is not a file. */
function defaultCredentialFile(database: string): string {
  return isPostgresUrl(database) ? './data/internal-credential' : `${database}.internal-credential`;
}

function createFile(path: string, random: Random): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  // Another process that starts now must not read half of it.
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    writeFileSync(temporary, `${createCredential('internal', random)}\n`, {
      mode: 0o600,
      flush: true,
    });
    linkSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Listens on a Unix socket that its owner and their group may use. A socket that a crash left behind is removed. */
async function listenOnSocket(server: Server, path: string): Promise<void> {
  try {
    await listen(server, path);
  } catch (error) {
    // A connection to a file that is not a socket fails in the same way as one to a socket without a listener.
    if (codeOf(error) !== 'EADDRINUSE' || !lstatSync(path).isSocket() || (await isInUse(path)))
      throw error;
    rmSync(path);
    await listen(server, path);
  }
}

async function listen(server: Server, path: string): Promise<void> {
  const listening = once(server, 'listening');
  // The call creates the socket before it returns, so no other file gets this mode.
  const umask = process.umask(0o117);
  try {
    server.listen(path);
  } finally {
    process.umask(umask);
  }
  await listening;
}

async function isInUse(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    return codeOf(error) !== 'ECONNREFUSED';
  } finally {
    socket.destroy();
  }
}
