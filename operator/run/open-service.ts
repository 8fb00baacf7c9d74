import { randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { composeService } from '../../server/compose-service.ts';
import { type Config, defaultConfig } from '../../server/config/config.ts';
import { type Layer, mergeConfig, problemsOf } from '../../server/config/config-layers.ts';
import type { Log } from '../../server/http/observe.ts';
import { OperatorError } from '../../server/operator-error.ts';
import { createPasswords } from '../../server/security/passwords/password.ts';
import { openStore } from '../../server/store/open-store.ts';
import { separateDemo } from '../accounts/demo.ts';
import { createServiceLog } from './service-log.ts';
import type { ServerOptions } from './start-server.ts';
import { startSweeping } from './sweeping.ts';

export { type AppOptions, createApp, loadDocument } from '../../server/app.ts';
export { type Config, defaultConfig, defaultRateLimits } from '../../server/config/config.ts';
export type { OpenApiDocument } from '../../server/http/document.ts';
export type { Log } from '../../server/http/observe.ts';
export { type RunningServer, type ServerOptions, startServer } from './start-server.ts';

/** Fields that only `startServer` uses: where it listens, with which certificate, and how it stops. */
type Listening = 'host' | 'port' | 'tls' | 'internal' | 'behindProxy' | 'drainMs' | 'drainDelayMs';

/**
 * The configuration, as `config.schema.json` describes it, without the fields that only `startServer` uses. Missing fields
 * have the values of `defaultConfig`.
 */
export interface ServiceConfig extends Omit<Layer, Listening | 'rateLimits'> {
  /**
   * What differs from `defaultRateLimits`. `false` turns rate limits off, for tests and demos.
   * @default defaultRateLimits
   */
  readonly rateLimits?: Layer['rateLimits'] | false;
}

/** The options of `openService`. */
export interface ServiceOptions
  extends Pick<ServerOptions, 'now' | 'random' | 'passwords' | 'onSecretsMade' | 'prepare'> {
  /** @default defaultConfig */
  readonly config?: ServiceConfig;
  /** @default warnings and errors, as lines of JSON on standard error */
  readonly log?: Log;
}

/** An open service. Close it when you no longer need it. */
export interface OpenService {
  /** A handler for `createServer` of `node:http`, or for `use` of an Express app. */
  readonly listener: RequestListener;
  /** Closes the store. Close your own server first. */
  close(): Promise<void>;
}

/**
 * Opens the service for use inside your own server. In an Express app, mount it at a path of its own, before any body parser.
 * It sends a response to every request that reaches it. Your server is responsible for TLS, for limits on slow requests and
 * large headers, and for requests that are not HTTP; `startServer` handles all of these.
 *
 * @example
 * ```ts
 * const service = await openService({ config: { database: './accounts.db' } });
 * const server = createServer(service.listener).listen(8080);
 * server.on('close', () => service.close());
 * ```
 * @throws OperatorError when the configuration is wrong, or has rate limits although the database has demo accounts
 * @throws StoreError when the database cannot be used
 * @throws SecretsError when the secrets file cannot be used
 */
export async function openService(options: ServiceOptions = {}): Promise<OpenService> {
  const { now = Date.now, random = randomBytes, log = defaultLog() } = options;
  const config = configOf(options.config);
  const { passwords = createPasswords(config.passwordCost) } = options;
  const store = await openStore({ ...config, onSecretsMade: options.onSecretsMade });
  try {
    if (config.rateLimits !== undefined) await separateDemo(store.accounts, false);
    await options.prepare?.(store);
    const service = composeService({ config, store, log, now, random, passwords });
    const sweeping = startSweeping({ sweep: store.sweep, times: config.sweeping, now, log });
    let closing: Promise<void> | undefined;
    return {
      listener: (request, response) => {
        requireUnread(request);
        service(request, response);
      },
      close: () => {
        closing ??= sweeping.stop().then(store.close);
        return closing;
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

function configOf({ rateLimits, ...others }: ServiceConfig = {}): Config {
  const layer: Layer = rateLimits === false ? others : { ...others, rateLimits };
  const problems = problemsOf(layer, 'config');
  if (problems.length > 0) throw new OperatorError('config_invalid', problems.join('; '));
  const config = mergeConfig(defaultConfig, layer);
  return rateLimits === false ? { ...config, rateLimits: undefined } : config;
}

// A body that another handler has read never arrives, and the client would wait until a timeout.
function requireUnread(request: IncomingMessage): void {
  if (request.readableDidRead)
    throw new Error(
      'the request body was read before it reached the service: mount the service before express.json()',
    );
}

let warnings: Log | undefined;

// One for all services of the process, because each one listens to its end.
function defaultLog(): Log {
  warnings ??= createServiceLog({ level: 'warn' }).log;
  return warnings;
}
