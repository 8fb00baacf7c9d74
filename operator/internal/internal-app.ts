import { createHash, timingSafeEqual } from 'node:crypto';
import { createRequire } from 'node:module';
import { checks } from '../../generated/internal-validators.ts';
import { body } from '../../server/http/body.ts';
import { operationOf, type Step, trace } from '../../server/http/context.ts';
import type { OpenApiDocument } from '../../server/http/document.ts';
import {
  createExpress,
  failure,
  listenerOf,
  mountOperations,
  rewriteTarget,
  use,
  validate,
} from '../../server/http/express.ts';
import { framing, type Limits, size } from '../../server/http/guard.ts';
import type { Listener } from '../../server/http/node-server.ts';
import { accessLog, type Log, measure, type ObserveRequest } from '../../server/http/observe.ts';
import { Problem } from '../../server/http/problem.ts';
import { readBearer } from '../../server/http/run-operation.ts';
import { parseStrictJson } from '../../server/http/strict-json.ts';
import { bufferedRandom, type Random } from '../../server/security/random.ts';
import { type InternalDeps, internalOperation } from './operations.ts';
import { problemDetails } from './problem-details.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

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
  const fail = failure(log, options.isOutage, problemDetails);
  const begin = [
    trace(bufferedRandom(options.random)),
    accessLog(log, ['getLiveness', 'getReadiness', 'getMetrics']),
    measure(options.observe),
  ];
  const app = createExpress(0);
  app.use(use(...begin, framing), rewriteTarget);
  mountOperations(app, document, checks, [
    ...use(size(limits), checkCredential(options.credential)),
    ...use(
      body(limits, (bytes, type) =>
        type === 'application/json' ? parseStrictJson(bytes) : parseForm(bytes),
      ),
    ),
    validate(document),
    ...use(internalOperation(options)),
  ]);
  app.use(() => {
    throw new Problem('not_found');
  });
  return listenerOf(app, begin, fail);
}

/** Requires the credential, except for operations with an empty `security` list. */
function checkCredential(credential: string): Step {
  const expected = digest(credential);
  return (context) => {
    if (isOpen(operationOf(context).object.security)) return undefined;
    const sent = digest(readBearer(context.request.headers.authorization));
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

/**
 * Parses `application/x-www-form-urlencoded`. Each parameter may occur once; one without a value counts as omitted (RFC 6749,
 * 3.2).
 *
 * @throws Problem malformed_request
 */
function parseForm(bytes: Uint8Array): Readonly<Record<string, string>> {
  const parameters = new Map<string, string>();
  try {
    for (const pair of utf8.decode(bytes).split('&')) {
      if (pair === '') continue;
      const [name = '', ...rest] = pair.split('=');
      const decodedName = decode(name);
      if (parameters.has(decodedName)) throw new Problem('malformed_request');
      parameters.set(decodedName, decode(rest.join('=')));
    }
  } catch (cause) {
    // Invalid UTF-8 or an invalid percent-encoding. The error quotes it, so it is not passed on.
    if (cause instanceof TypeError || cause instanceof URIError) throw new Problem('malformed_request');
    throw cause;
  }
  return Object.fromEntries([...parameters].filter(([, value]) => value !== ''));
}

function decode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}
