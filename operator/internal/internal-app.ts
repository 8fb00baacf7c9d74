import { createHash, timingSafeEqual } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { checks } from '../../generated/internal-validators.ts';
import { runInOrder } from '../../server/app.ts';
import { parseStrictJson } from '../../server/http/body/strict-json.ts';
import type { OpenApiDocument } from '../../server/http/contract/document.ts';
import { operationOf, type Step } from '../../server/http/incoming.ts';
import type { Limits } from '../../server/http/limits.ts';
import type { Log } from '../../server/http/log.ts';
import { Problem } from '../../server/http/problem.ts';
import { accessLog } from '../../server/http/steps/access-log.ts';
import { readBearer } from '../../server/http/steps/authenticate.ts';
import { body } from '../../server/http/steps/body.ts';
import { failure } from '../../server/http/steps/failure.ts';
import { framing } from '../../server/http/steps/framing.ts';
import { match } from '../../server/http/steps/match.ts';
import { measure, type ObserveRequest } from '../../server/http/steps/measure.ts';
import { size } from '../../server/http/steps/size.ts';
import { trace } from '../../server/http/steps/trace.ts';
import { validate } from '../../server/http/steps/validate.ts';
import { type ExpressIncoming, expressListener } from '../../server/http/transport/express-listener.ts';
import type { Listener } from '../../server/http/transport/node-server.ts';
import { drawAhead } from '../../server/security/draw-ahead.ts';
import type { Random } from '../../server/security/random.ts';
import { type InternalDeps, internalOperation } from './operations.ts';
import { parseForm } from './parse-form.ts';
import { problemDetails } from './problem-details.ts';

interface InternalAppOptions extends InternalDeps {
  readonly credential: string;
  readonly isOutage: (error: unknown) => boolean;
  readonly limits: Limits;
  readonly observe: ObserveRequest;
  readonly random: Random;
  readonly log: Log;
}

/** The internal listener: the steps of the public API, with a credential and a format of its own. */
export function createInternalApp(options: InternalAppOptions): Listener {
  const { limits, log } = options;
  const document: OpenApiDocument = createRequire(import.meta.url)('#internal');
  const run = runInOrder<ExpressIncoming, ServerResponse>(
    {
      trace: trace(drawAhead(options.random)),
      log: accessLog(log, ['getLiveness', 'getReadiness', 'getMetrics']),
      metrics: measure(options.observe),
      framing,
      match: match(document, checks),
      size: size(limits),
      authenticate: checkCredential(options.credential),
      body: body(limits, (bytes, type) =>
        type === 'application/json' ? parseStrictJson(bytes) : parseForm(bytes),
      ),
      validate: validate(document),
      operation: internalOperation(options),
    },
    failure(log, options.isOutage, problemDetails),
  );
  return expressListener(run);
}

/** Requires the credential, except for operations with an empty `security` list. */
function checkCredential(credential: string): Step {
  const expected = digest(credential);
  return (incoming) => {
    if (isOpen(operationOf(incoming).object.security)) return undefined;
    const sent = digest(readBearer(incoming.message.headers.authorization));
    if (!timingSafeEqual(sent, expected)) throw new Problem('token_invalid');
    return undefined;
  };
}

// OpenAPI, 4.8.10.1: an empty list removes what the document requires everywhere.
function isOpen(security: readonly unknown[] | undefined): boolean {
  return security?.length === 0;
}

// Always has the same length, whatever the client sent.
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
