import { createRequire } from 'node:module';
import { checks } from '../generated/operation-validators.ts';
import { body } from './http/body.ts';
import { trace } from './http/context.ts';
import { cors } from './http/cors.ts';
import { deprecation } from './http/deprecation.ts';
import { docs, type Purpose } from './http/docs.ts';
import type { OpenApiDocument } from './http/document.ts';
import {
  createExpress,
  type FailureHandler,
  failure,
  listenerOf,
  mountOperations,
  rewriteTarget,
  use,
  validate,
} from './http/express.ts';
import { limitWork } from './http/fair-queue.ts';
import { framing, type Limits, size } from './http/guard.ts';
import type { Listener } from './http/node-server.ts';
import {
  accessLog,
  type HashIdentity,
  type Log,
  loginLog,
  measure,
  type ObserveRequest,
} from './http/observe.ts';
import { Problem } from './http/problem.ts';
import { envelope } from './http/respond.ts';
import {
  authenticate,
  type CountRequest,
  type FindCaller,
  type Handlers,
  runOperation,
  throttle,
} from './http/run-operation.ts';
import { limitRunning } from './http/running.ts';
import type { Random } from './security/random.ts';

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
  /** Whether the app has the docs and `/.well-known/api-catalog`. @default true */
  readonly docs?: boolean | undefined;
  /** The folder of the built docs. @default the package's own */
  readonly docsFolder?: string | undefined;
  /** @default a service for real accounts */
  readonly purpose?: Purpose | undefined;
}

/** The contract. The import `#openapi` works from source and from a build. */
export function loadDocument(): OpenApiDocument {
  return createRequire(import.meta.url)('#openapi');
}

/** How many tokens are looked up at once. With PostgreSQL, hundreds would stand before each step of everybody else. */
const lookUpsAtOnce = 8;

/**
 * The public API: the steps of a request in their order, as a listener for Node's server. No other place knows the order.
 *
 * @example
 * const server = createServer(createApp(options));
 */
export function createApp(options: AppOptions): Listener {
  const { document, limits, observe, corsOrigins = [], log } = options;
  const logLogin = loginLog(log, options.hashIdentity);
  const writeFailure = failure(log, options.isOutage);
  const running = limitRunning();
  const inTurn = limitWork(lookUpsAtOnce);
  const findCaller: FindCaller = (token, context) =>
    inTurn(context.request.ip, () => options.findCaller(token, context));
  const fail: FailureHandler = (error, context, response) => {
    running.end(context);
    logLogin(context, error);
    writeFailure(error, context, response);
  };

  const begin = [
    // Gives the request its trace id.
    trace(options.random),
    // Writes a line to the log once the response has left.
    accessLog(log),
    // Counts and times the request.
    ...(observe ? [measure(observe)] : []),
  ];
  const app = createExpress(options.trustedHops);
  app.use(
    ...use(...begin),
    // Announces that the operation will end.
    ...use(deprecation(document)),
    // Rejects what two servers may read differently, and sets the normal form of the target.
    ...use(framing),
    rewriteTarget,
    // Lets pages of other origins read the response.
    ...use(corsOrigins.length > 0 ? cors(document, corsOrigins) : undefined),
  );
  // Serves what is not in the contract.
  if (options.docs !== false) app.use(docs(options.docsFolder, options.purpose));
  mountOperations(app, document, checks, [
    // Limits target and headers.
    ...use(size(limits)),
    // Limits how many requests of a network run at once.
    ...use(running.begin),
    // Finds the caller.
    ...use(authenticate(findCaller)),
    // Limits how often the operation is called.
    ...use(throttle(options.countRequest)),
    // Reads and parses the body.
    ...use(body(limits)),
    // Checks the request against the contract.
    validate(document),
    // Does what the request is for.
    ...use(runOperation(options.handlers)),
    // Writes the response.
    ...use((context) => {
      running.end(context);
      logLogin(context);
      return undefined;
    }, envelope),
  ]);
  app.use(() => {
    throw new Problem('not_found');
  });
  return listenerOf(app, fail);
}
