import express from 'express';
import { checks } from '../generated/operation-validators.ts';
import { accessLog } from './http/access-log.ts';
import { authenticate, type FindCaller } from './http/authenticate.ts';
import { body } from './http/body.ts';
import { contract } from './http/contract.ts';
import { cors } from './http/cors.ts';
import { deprecation, readDeprecations } from './http/deprecation.ts';
import { docs } from './http/docs.ts';
import type { OpenApiDocument } from './http/document.ts';
import { expressListener } from './http/express-listener.ts';
import { failure } from './http/failure.ts';
import { framing } from './http/framing.ts';
import type { Limits } from './http/limits.ts';
import type { Log } from './http/log.ts';
import { match } from './http/match.ts';
import { measure, type ObserveRequest } from './http/measure.ts';
import type { Listener } from './http/node-server.ts';
import { type Handlers, route } from './http/route.ts';
import { size } from './http/size.ts';
import { type CountRequest, throttle } from './http/throttle.ts';
import { trace } from './http/trace.ts';
import type { Random } from './security/random.ts';

/** What the steps of a request need of the parts around them. */
export interface AppOptions {
  readonly document: OpenApiDocument;
  readonly handlers: Handlers;
  readonly findCaller: FindCaller;
  readonly isOutage: (error: unknown) => boolean;
  readonly limits: Limits;
  /** How many proxies stand before the service: `X-Forwarded-For` is believed for so many hops, and no further. */
  readonly trustedHops: number;
  readonly countRequest: CountRequest;
  readonly observe?: ObserveRequest | undefined;
  /** Whose pages may read the answers; none unless given. */
  readonly corsOrigins?: readonly string[];
  readonly random: Random;
  readonly log: Log;
  /** The folder of the built docs; the package's own unless given. */
  readonly docsFolder?: string | undefined;
}

/** The steps of a request, in the order in which failures are told (decision `errors`). */
export function createApp({
  document,
  handlers,
  findCaller,
  isOutage,
  limits,
  trustedHops,
  countRequest,
  observe,
  corsOrigins = [],
  random,
  log,
  docsFolder,
}: AppOptions): Listener {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // For http/contract, which else finds `generate` where http/match has found the id `Generate`.
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('trust proxy', trustedHops);

  app.use(trace(random));
  app.use(accessLog(log));
  if (observe) app.use(measure(observe));
  const announced = readDeprecations(document);
  if (announced) app.use(deprecation(announced));
  app.use(framing());
  if (corsOrigins.length > 0) app.use(cors(document, corsOrigins));
  app.use(docs(docsFolder));
  app.use(match(document, checks));
  app.use(size(limits));
  app.use(authenticate(findCaller));
  app.use(throttle(countRequest));
  app.use(body(limits));
  app.use(contract(document));
  app.use(route(handlers));
  app.use(failure(log, isOutage));
  return expressListener(app);
}
