import type { ServerResponse } from 'node:http';
import { checks } from '../generated/operation-validators.ts';
import { runInOrder } from './app.ts';
import type { OpenApiDocument } from './http/contract/document.ts';
import type { Limits } from './http/limits.ts';
import type { Log } from './http/log.ts';
import { docs, type Purpose } from './http/site/site.ts';
import { accessLog } from './http/steps/access-log.ts';
import { authenticate, type FindCaller } from './http/steps/authenticate.ts';
import { body } from './http/steps/body.ts';
import { cors } from './http/steps/cors.ts';
import { deprecation } from './http/steps/deprecation.ts';
import { envelope } from './http/steps/envelope.ts';
import { failure } from './http/steps/failure.ts';
import { framing } from './http/steps/framing.ts';
import { type HashIdentity, loginLog } from './http/steps/login-log.ts';
import { match } from './http/steps/match.ts';
import { measure, type ObserveRequest } from './http/steps/measure.ts';
import { type Handlers, operation } from './http/steps/operation.ts';
import { size } from './http/steps/size.ts';
import { type CountRequest, throttle } from './http/steps/throttle.ts';
import { trace } from './http/steps/trace.ts';
import { validate } from './http/steps/validate.ts';
import { type ExpressIncoming, expressListener } from './http/transport/express-listener.ts';
import type { Listener } from './http/transport/node-server.ts';
import type { Random } from './security/random.ts';

/** What the steps of a request need from the rest of the service. */
export interface AppOptions {
  readonly document: OpenApiDocument;
  readonly handlers: Handlers;
  readonly findCaller: FindCaller;
  readonly isOutage: (error: unknown) => boolean;
  readonly limits: Limits;
  /** How many proxies stand before the service: the app reads that many hops of `X-Forwarded-For`, and ignores the others. */
  readonly trustedHops: number;
  readonly countRequest: CountRequest;
  readonly observe?: ObserveRequest | undefined;
  /** The origins whose pages may read the responses. @default [] */
  readonly corsOrigins?: readonly string[];
  readonly random: Random;
  readonly log: Log;
  /** For the log of logins. @default the log has no identities */
  readonly hashIdentity?: HashIdentity | undefined;
  /** Whether the app has the docs and the API catalog. @default true */
  readonly docs?: boolean | undefined;
  /** The folder of the built docs. @default the package's own */
  readonly docsFolder?: string | undefined;
  /** @default a service for real accounts */
  readonly purpose?: Purpose | undefined;
}

/**
 * The public API, with all the steps of a request, as a listener for Node's server.
 *
 * @example
 * const server = createServer(createApp(options));
 */
export function createApp(options: AppOptions): Listener {
  const { document, limits, observe, corsOrigins = [], log } = options;
  const logLogin = loginLog(log, options.hashIdentity);
  const fail = failure(log, options.isOutage);
  const run = runInOrder<ExpressIncoming, ServerResponse>(
    {
      trace: trace(options.random),
      log: accessLog(log),
      metrics: observe && measure(observe),
      deprecation: deprecation(document),
      framing,
      cors: corsOrigins.length > 0 ? cors(document, corsOrigins) : undefined,
      site: options.docs === false ? undefined : docs(options.docsFolder, options.purpose),
      match: match(document, checks),
      size: size(limits),
      authenticate: authenticate(options.findCaller),
      throttle: throttle(options.countRequest),
      body: body(limits),
      validate: validate(document),
      operation: operation(options.handlers),
      envelope: (incoming, outgoing) => {
        logLogin(incoming);
        return envelope(incoming, outgoing);
      },
    },
    (error, incoming, outgoing) => {
      logLogin(incoming, error);
      fail(error, incoming, outgoing);
    },
  );
  return expressListener(run, options.trustedHops);
}
