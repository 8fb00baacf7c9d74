import { createHash, timingSafeEqual } from 'node:crypto';
import { createRequire } from 'node:module';
import type { AppOptions } from '../../server/app.ts';
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
import { framing, size } from '../../server/http/guard.ts';
import type { Listener } from '../../server/http/node-server.ts';
import { accessLog, measure, type ObserveRequest } from '../../server/http/observe.ts';
import { Problem } from '../../server/http/problem.ts';
import { commonHeaders, sendJson } from '../../server/http/respond.ts';
import { readBearer } from '../../server/http/run-operation.ts';
import { parseStrictJson } from '../../server/http/strict-json.ts';
import { bufferedRandom } from '../../server/security/random.ts';
import type { Verification } from '../keys/verification.ts';
import type { operations } from './contract/internal-types.ts';
import { checks } from './contract/internal-validators.ts';
import type { Metrics } from './metrics.ts';
import { problemDetails } from './problem-details.ts';
import type { Readiness } from './readiness.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

interface InternalAppOptions
  extends InternalDeps,
    Pick<AppOptions, 'isOutage' | 'limits' | 'random' | 'log'> {
  readonly credential: string;
  readonly observe: ObserveRequest;
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
  return listenerOf(app, fail);
}

/** Requires the credential, except for operations with an empty `security` list. */
function checkCredential(credential: string): Step {
  const expected = digest(credential);
  return (context) => {
    // OpenAPI, 4.8.10.1: an empty list removes what the document requires everywhere.
    if (operationOf(context).object.security?.length === 0) return undefined;
    const sent = digest(readBearer(context.request.headers.authorization));
    if (!timingSafeEqual(sent, expected)) throw new Problem('token_invalid');
    return undefined;
  };
}

// Always has the same length, whatever the client sent.
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Each parameter may occur once; one without a value counts as omitted (RFC 6749, 3.2). @throws Problem */
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
    if (cause instanceof TypeError || cause instanceof URIError)
      throw new Problem('malformed_request');
    throw cause;
  }
  return Object.fromEntries([...parameters].filter(([, value]) => value !== ''));
}

function decode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}

type OperationId = keyof operations;

interface Result {
  readonly status: 200 | 503;
  /** JSON, unless it is text. */
  readonly body: object | string;
  /** The media type of a text. */
  readonly type?: string;
}

interface InternalDeps {
  readonly verification: Pick<Verification, 'verify'>;
  readonly readiness: () => Promise<Readiness>;
  readonly metrics: Pick<Metrics, 'render'>;
}

type Form = operations['introspect']['requestBody']['content']['application/x-www-form-urlencoded'];
type Tokens = operations['introspectMany']['requestBody']['content']['application/json'];
type Json<Id extends 'introspect' | 'introspectMany' | 'getLiveness' | 'getReadiness'> =
  operations[Id]['responses'][200]['content']['application/json'];

/** Calls an operation of `openapi/internal.yaml` and sends its result. An operation that is missing here does not compile. */
function internalOperation({ verification, readiness, metrics }: InternalDeps): Step {
  const handlers = {
    introspect: async ({ token }: Form) =>
      json<Json<'introspect'>>(await verification.verify(token)),
    introspectMany: async ({ tokens }: Tokens) =>
      json<Json<'introspectMany'>>({ results: await Promise.all(tokens.map(verification.verify)) }),
    getLiveness: async () => json<Json<'getLiveness'>>({ live: true }),
    getReadiness: async () => {
      const checked: Json<'getReadiness'> = await readiness();
      return json(checked, checked.ready ? 200 : 503);
    },
    getMetrics: async () => {
      const { text, type } = await metrics.render();
      return { status: 200, type, body: text };
    },
  } as const satisfies { readonly [Id in OperationId]: (body: Form & Tokens) => Promise<Result> };

  return async (context, response): Promise<'sent'> => {
    // `match` found the id in the document that the handlers are typed by, and `validate` has checked the body.
    const handle = handlers[operationOf(context).id as OperationId] as (
      body: unknown,
    ) => Promise<Result>;
    const { status, type = '', body } = await handle(context.body);
    if (typeof body === 'string') {
      const own = { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) };
      response.writeHead(status, { ...commonHeaders, ...own }).end(body);
    } else sendJson(context, response, status, body);
    return 'sent';
  };
}

function json<Body extends object>(body: Body, status: Result['status'] = 200): Result {
  return { status, body };
}
