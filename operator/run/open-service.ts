import { randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { pino } from 'pino';
import { composeService } from '../../server/compose-service.ts';
import { type Config, defaultConfig } from '../../server/config/config.ts';
import { problemsOf } from '../../server/config/config-problems.ts';
import { type Layer, mergeConfig } from '../../server/config/merge-config.ts';
import type { Log } from '../../server/http/log.ts';
import { OperatorError } from '../../server/operator-error.ts';
import { createPasswords } from '../../server/security/passwords/password.ts';
import { openStore } from '../../server/store/open-store.ts';
import type { ServerOptions } from './start-server.ts';
import { startSweeping } from './sweeping.ts';

export { type Config, defaultConfig, defaultRateLimits } from '../../server/config/config.ts';
export { type AppOptions, createApp } from '../../server/create-app.ts';
export { loadDocument, type OpenApiDocument } from '../../server/http/contract/document.ts';
export type { Log } from '../../server/http/log.ts';
export { type RunningServer, type ServerOptions, startServer } from './start-server.ts';

/** What only a server of its own has: where it listens, with which certificate, and how it stops. */
type Listening = 'host' | 'port' | 'tls' | 'internal' | 'behindProxy' | 'drainMs' | 'drainDelayMs';

/**
 * What differs from `defaultConfig`, most of all `database`: what a file for `serve --config` may say, as `config.schema.json`
 * describes it, but for what only a server of its own has.
 */
export interface ServiceConfig extends Omit<Layer, Listening | 'rateLimits'> {
  /**
   * What differs from `defaultRateLimits`. `false` turns rate limits off, for tests and demos.
   * @default defaultRateLimits
   */
  readonly rateLimits?: Layer['rateLimits'] | false;
}

/** What the service is made of, where it differs from the defaults. */
export interface ServiceOptions
  extends Pick<ServerOptions, 'now' | 'random' | 'passwords' | 'onSecretsMade' | 'prepare'> {
  readonly config?: ServiceConfig;
  /** Default: warnings and worse, as lines of JSON on standard error. */
  readonly log?: Log;
}

/** The service, open: somebody has to close it. */
export interface OpenService {
  /** For `createServer` of `node:http`, or `use` of an Express app. */
  readonly listener: RequestListener;
  /** Closes the store, once no more requests come: end your own server first. */
  close(): Promise<void>;
}

/**
 * The service inside a server of your own, over an open store. In an Express app, give it a path of its own, before any
 * parser of bodies: `app.use('/access', service.listener)`. It responds to every request that reaches it, with the envelope. TLS,
 * limits on slow and oversized heads, and requests that are not HTTP are the business of the server around it; `startServer`
 * has all that. @throws StoreError, SecretsError, OperatorError when the configuration is wrong
 */
export async function openService(options: ServiceOptions = {}): Promise<OpenService> {
  const { now = Date.now, random = randomBytes, log = createLog() } = options;
  const config = configOf(options.config);
  const { passwords = createPasswords(config.passwordCost) } = options;
  const store = await openStore({ ...config, onSecretsMade: options.onSecretsMade });
  try {
    await options.prepare?.(store);
    const service = composeService({ config, store, log, now, random, passwords });
    const sweeping = startSweeping({ sweep: store.sweep, times: config.sweeping, now, log });
    let closing: Promise<void> | undefined;
    return {
      listener: (request, response) => {
        holdUnread(request);
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

// A body that somebody else has read would never come, and the caller would wait for the time-out.
function holdUnread(request: IncomingMessage): void {
  if (request.readableDidRead)
    throw new Error('the body was read before the service saw the request: use it before express.json()');
}

function createLog(): Log {
  return pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true }));
}
