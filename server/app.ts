import type { RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { limits } from '../generated/contract.ts';
import { accessLog, type Log, type ObserveRequest } from './http/access-log.ts';
import { cors } from './http/cors.ts';
import { docs } from './http/docs.ts';
import {
  commonHeaders,
  createTraceId,
  failureEnvelope,
  jsonType,
  successEnvelope,
} from './http/envelope.ts';
import { checkFraming, checkSize, type FramedRequest } from './http/framing.ts';
import { Problem } from './http/problem.ts';
import { collect, readBearer, readContent } from './http/read-request.ts';
import { createValidator } from './http/validate.ts';
import { type GenerateApiKeyDeps, generateApiKey } from './operations/generate-api-key.ts';
import { type LoginDeps, login } from './operations/login.ts';
import type { Input, OperationId } from './operations/operation.ts';
import { type RevokeApiKeyDeps, revokeApiKey } from './operations/revoke-api-key.ts';
import type { Random } from './security/random.ts';
import { quotaHeaders, type RateLimits } from './security/rate-limits.ts';
import { OutageError } from './store/database.ts';
import type { Caller } from './store/store.ts';

export interface AppOptions
  extends Omit<LoginDeps, 'loginLimits'>,
    GenerateApiKeyDeps,
    RevokeApiKeyDeps {
  readonly apiKeys: GenerateApiKeyDeps['apiKeys'] & RevokeApiKeyDeps['apiKeys'];
  /** The user to whom an access token belongs; `undefined` when it is not, or no longer, valid. */
  readonly findCaller: (token: string) => Promise<Caller | undefined>;
  /** `undefined` turns them off. */
  readonly rateLimits: RateLimits | undefined;
  /** How many proxies stand before the service: it reads that many hops of `X-Forwarded-For`, and ignores the others. */
  readonly trustedHops: number;
  /** The origins whose pages may read the responses; `*` for any. */
  readonly corsOrigins: readonly string[];
  /** Whether the app has the docs. */
  readonly docs: boolean;
  readonly random: Random;
  readonly log: Log;
  readonly observe: ObserveRequest;
}

/** The public API: the steps of a request in their order. No other place knows the order. */
export function createApp(options: AppOptions): RequestListener {
  const { log, rateLimits, corsOrigins } = options;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // The validator reads these two as well: without them it takes `Generate` for `generate`, where the router finds an id.
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('trust proxy', options.trustedHops);

  const validate = createValidator({
    // The import works from source and from a build.
    document: createRequire(import.meta.url)('#openapi'),
    onInvalidResponse: (invalidValues) =>
      log.error({ invalidValues }, 'suppressed a response that the contract does not allow'),
  });

  app.use(
    begin(options.random),
    accessLog(log, options.observe),
    frame,
    ...(corsOrigins.length > 0 ? [cors(corsOrigins)] : []),
    ...(options.docs ? [docs()] : []),
  );

  app
    .route('/v1/auth/login')
    .post(
      start('login'),
      limitNetwork(rateLimits, 'login'),
      readBody({ required: true }),
      validate,
      async (request, response) => {
        const deps = { ...options, loginLimits: rateLimits?.logins };
        const data = await login(deps, inputOf(request, response));
        response.locals.account = data.me_id;
        sendData(response, data);
      },
    )
    .all(allow('POST'));

  app
    .route('/v1/security/apikey/generate')
    .post(
      start('generateApiKey'),
      authenticate(options),
      limitUser(rateLimits, 'generateApiKey'),
      readBody({ required: false }),
      validate,
      async (request, response) => {
        sendData(response, await generateApiKey(options, inputOf(request, response)));
      },
    )
    .all(allow('POST'));

  app
    .route('/v1/security/apikey/:id')
    .delete(
      start('revokeApiKey'),
      authenticate(options),
      limitUser(rateLimits, 'revokeApiKey'),
      ignoreBody,
      validate,
      async (request, response) => {
        sendData(response, await revokeApiKey(options, inputOf(request, response)));
      },
    )
    .all(allow('DELETE'));

  app.use(() => {
    throw new Problem('not_found');
  });
  app.use(sendFailure(log));

  return (message, outgoing) => {
    // Express makes both its own before it does anything else.
    const request = message as Request;
    // Express parses targets with a function of Node that warns of some, and quotes them. `frame` sets the normal form.
    request.sentTarget = message.url ?? '';
    request.url = '/';
    app(request, outgoing as Response, () => request.socket.destroy());
  };
}

function begin(random: Random): RequestHandler {
  return (_request, response, next) => {
    response.locals.traceId = createTraceId(random);
    response.locals.startedAt = performance.now();
    response.set(commonHeaders);
    next();
  };
}

/** Rejects what two servers may read differently, and lets all later steps see the normal form of the target. */
const frame: RequestHandler = (request, _response, next) => {
  request.url = checkFraming(framedRequest(request));
  next();
};

function framedRequest(request: Request): FramedRequest {
  const { httpVersion, sentTarget: target, headers, rawHeaders } = request;
  return { httpVersion, target, headers, rawHeaders };
}

/** The path and the method are known from here on. */
function start(operation: OperationId): RequestHandler {
  return (request, response, next) => {
    response.locals.operation = operation;
    checkSize(framedRequest(request));
    next();
  };
}

function allow(method: string): RequestHandler {
  return () => {
    throw new Problem('method_not_allowed', { headers: { Allow: method } });
  };
}

function authenticate({ findCaller }: AppOptions): RequestHandler {
  return async (request, response, next) => {
    const caller = await findCaller(readBearer(request.headers.authorization));
    if (caller === undefined) throw new Problem('token_invalid');
    response.locals.caller = caller;
    next();
  };
}

function limitNetwork(rateLimits: RateLimits | undefined, operation: OperationId): RequestHandler {
  return async ({ ip = '' }, _response, next) => {
    await rateLimits?.countFrom(operation, ip);
    next();
  };
}

/** Users see what is left of their requests in every response from here on. */
function limitUser(rateLimits: RateLimits | undefined, operation: OperationId): RequestHandler {
  return async (_request, response, next) => {
    const quota = await rateLimits?.countRequest(operation, callerOf(response).accountId);
    if (quota !== undefined) response.set(quotaHeaders(operation, quota));
    next();
  };
}

function readBody({ required }: { readonly required: boolean }): RequestHandler {
  return async (request, response, next) => {
    const bytes = await receive(request, response);
    request.body = readContent(bytes, request.headers, required);
    // The validator keeps something for each media type with parameters that it sees, for ever. The type was just checked.
    request.headers['content-type'] = 'application/json';
    next();
  };
}

/** The contract has no body there: content is ignored within the limit. */
const ignoreBody: RequestHandler = async (request, response, next) => {
  await receive(request, response);
  next();
};

async function receive(request: Request, response: Response): Promise<Uint8Array> {
  const { headers, httpVersion } = request;
  const limit = limits.bodyBytes;
  const declared = Number(headers['content-length'] ?? 0);
  if (declared > limit) throw new Problem('body_too_large');
  // RFC 9110, 10.1.1: an HTTP/1.0 client knows no interim responses, and would mistake one for the final response.
  const waits = headers.expect?.toLowerCase() === '100-continue' && httpVersion !== '1.0';
  if (waits) response.writeContinue();

  return collect(request, limit);
}

function callerOf({ locals }: Response): Caller {
  if (locals.caller === undefined) throw new Problem('token_missing');
  return locals.caller;
}

function inputOf<Id extends OperationId>(request: Request, response: Response): Input<Id> {
  const { body, params: path, headers, ip: address = '' } = request;
  const input = {
    body,
    path,
    headers,
    address,
    traceId: response.locals.traceId,
    get caller() {
      return callerOf(response);
    },
    setHeader: (name: string, value: string) => response.set(name, value),
  };
  // The validator has checked them by the document that the types are generated from.
  return input as unknown as Input<Id>;
}

function sendData(response: Response, data: object): void {
  const { traceId, startedAt } = response.locals;
  response.json(successEnvelope(data, traceId, startedAt));
}

function sendFailure(log: Log): ErrorRequestHandler {
  // Express takes a function of four parameters for an error handler.
  return (error: unknown, _request, response, _next) => {
    const { locals } = response;
    const problem = toProblem(error);
    if (problem !== error) log.error({ traceId: locals.traceId, err: error }, problem.message);
    if (response.headersSent) {
      response.req.socket.destroy();
      return;
    }
    locals.reason = problem.reason;
    locals.detail = problem.detail;
    response
      .status(problem.code)
      .set({ 'Content-Type': jsonType, ...problem.headers })
      .json(failureEnvelope(problem, locals.traceId));
  };
}

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return new Problem(error instanceof OutageError ? 'unavailable' : 'internal_error', {
    cause: error,
  });
}
