import { createRequire } from 'node:module';
import express from 'express';
import { checks } from '../../generated/internal-validators.ts';
import { accessLog } from '../../server/http/access-log.ts';
import { body } from '../../server/http/body.ts';
import { contract } from '../../server/http/contract.ts';
import type { OpenApiDocument } from '../../server/http/document.ts';
import { expressListener } from '../../server/http/express-listener.ts';
import { failure } from '../../server/http/failure.ts';
import { framing } from '../../server/http/framing.ts';
import type { Limits } from '../../server/http/limits.ts';
import type { Log } from '../../server/http/log.ts';
import { match } from '../../server/http/match.ts';
import { measure, type ObserveRequest } from '../../server/http/measure.ts';
import type { Listener } from '../../server/http/node-server.ts';
import { size } from '../../server/http/size.ts';
import { trace } from '../../server/http/trace.ts';
import { drawAhead } from '../../server/security/draw-ahead.ts';
import type { Random } from '../../server/security/random.ts';
import { checkCredential } from './check-credential.ts';
import { answerInternal, type InternalDeps } from './operations.ts';
import { parseForm } from './parse-form.ts';
import { problemDetails } from './problem-details.ts';

export interface InternalAppOptions extends InternalDeps {
  readonly credential: string;
  readonly isOutage: (error: unknown) => boolean;
  readonly limits: Limits;
  readonly observe: ObserveRequest;
  readonly random: Random;
  readonly log: Log;
}

/** The steps of a request to the internal listener: those of the public one, with its own credential and format. */
export function createInternalApp(options: InternalAppOptions): Listener {
  const { credential, isOutage, limits, observe, random, log } = options;
  const document: OpenApiDocument = createRequire(import.meta.url)('#internal');
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');

  app.use(trace(drawAhead(random)));
  app.use(accessLog(log, ['getLiveness', 'getReadiness', 'getMetrics']));
  app.use(measure(observe));
  app.use(framing());
  app.use(match(document, checks));
  app.use(size(limits));
  app.use(checkCredential(credential));
  app.use(body(limits, parseForm));
  app.use(contract(document));
  app.use(answerInternal(options));
  app.use(failure(log, isOutage, problemDetails));
  return expressListener(app);
}
