import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { closeWithConnection } from './connections.ts';
import { type Context, createContext, operationOf, type Step } from './context.ts';
import {
  type Checks,
  httpMethods,
  type OpenApiDocument,
  type OperationObject,
} from './document.ts';
import type { Listener } from './node-server.ts';
import type { Log } from './observe.ts';
import { Problem } from './problem.ts';
import { envelopeFormat, InvalidResponseError, sendProblem } from './respond.ts';

export type ExpressStep = Step<Context, ServerResponse>;

/** An Express app as the service needs it. */
export function createExpress(trustedHops: number): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // The validator reads these two as well: without them it takes `Generate` for `generate`, where the router finds an id.
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('trust proxy', trustedHops);
  return app;
}

/** The context of a request. */
function contextOf(response: Response): Context {
  return response.locals.context;
}

export function use(...steps: readonly (ExpressStep | undefined)[]): RequestHandler[] {
  return steps.flatMap((step) => (step === undefined ? [] : toHandler(step)));
}

function toHandler(step: ExpressStep): RequestHandler {
  return (_request, response, next) => {
    const result = step(contextOf(response), response);
    if (result instanceof Promise)
      return result.then((sent) => (sent === 'sent' ? undefined : next()));
    if (result !== 'sent') next();
    return undefined;
  };
}

/** Lets Express route by the normal form of the target. */
export const rewriteTarget: RequestHandler = (request, response, next) => {
  request.url = contextOf(response).target;
  next();
};

/** Other methods of its path get 405, which names those that the path has. */
export function mountOperations(
  app: Express,
  { paths }: OpenApiDocument,
  checks: Checks,
  handlers: readonly RequestHandler[],
): void {
  // A concrete path wins over a templated one (OpenAPI, 4.8.8.2).
  const templates = Object.keys(paths).sort(
    (a, b) => Number(a.includes('{')) - Number(b.includes('{')),
  );
  for (const template of templates) {
    const item = paths[template] ?? {};
    const methods = httpMethods.filter((method) => item[method] !== undefined);
    const allow = methods.join(', ').toUpperCase();
    const route = app.route(expressPath(template));
    for (const method of methods) {
      const object = item[method];
      if (object !== undefined) route[method](setOperation(object, allow, checks), ...handlers);
    }
    route.all(() => {
      throw new Problem('method_not_allowed', { headers: { Allow: allow } });
    });
  }
}

/** A path template of OpenAPI as Express writes it, with the characters that mean something to Express escaped. */
function expressPath(template: string): string {
  return template.replaceAll(
    /\{([^}]+)\}|[()[\]?+!*:\\]/g,
    (text: string, name: string | undefined) => (name === undefined ? `\\${text}` : `:"${name}"`),
  );
}

function setOperation(object: OperationObject, allow: string, checks: Checks): RequestHandler {
  const id = object.operationId;
  return (request, response, next) => {
    if (checks[id] === undefined)
      throw new Error(`there are no checks for ${id}: run \`npm run generate\``);
    // A parameter of a contract's path has one value.
    const path = request.params as Readonly<Record<string, string>>;
    contextOf(response).operation = { id, object, path, allow, checks: checks[id] };
    next();
  };
}

const validators = new WeakMap<OpenApiDocument, Promise<RequestHandler>>();

/** Loads the validator of a document once. That takes about 0.4 s of CPU time, during which no request is served. */
export function loadValidator(document: OpenApiDocument): Promise<RequestHandler> {
  const known = validators.get(document);
  if (known !== undefined) return known;
  const loading = import('./openapi-validator.ts').then(({ createValidator }) =>
    createValidator(document),
  );
  validators.set(document, loading);
  return loading;
}

/** The compiled check accepts nearly all valid requests, a hundred times as fast as the validator. */
export function validate(document: OpenApiDocument): RequestHandler {
  return (request, response, next) => {
    const context = contextOf(response);
    const { request: check, headers } = operationOf(context).checks ?? {};
    if (check?.(context.body) && (headers === undefined || headers(request.headers))) return next();
    request.body = context.body;
    // The validator keeps something for each media type with parameters that it sees, for ever. The step `body` has checked it.
    const [type] = Object.keys(operationOf(context).object.requestBody?.content ?? {});
    request.headers['content-type'] = type;
    return loadValidator(document).then((validator) => validator(request, response, next));
  };
}

export type FailureHandler = (error: unknown, context: Context, response: ServerResponse) => void;

/** @param isOutage whether an error means that the store is unavailable, and is not a bug */
export function failure(
  log: Log,
  isOutage: (error: unknown) => boolean,
  format = envelopeFormat,
): FailureHandler {
  return (error, context, response) => {
    const { traceId } = context;
    if (response.headersSent) {
      log.error({ traceId, err: error }, 'failed after the response had begun');
      response.req.socket.destroy();
      return;
    }
    const problem = toProblem(error, isOutage);
    if (error instanceof InvalidResponseError) report(error, traceId);
    // A step that throws a `Problem` expects it: the access log says enough.
    else if (problem.code >= 500 && problem !== error)
      log.error({ traceId, err: error }, problem.message);
    try {
      sendProblem(context, response, problem, format);
    } catch (invalid) {
      if (!(invalid instanceof InvalidResponseError)) throw invalid;
      report(invalid, traceId);
      // Sent without a check: there is no other response left to send.
      sendProblem(context, response, new Problem('internal_error'), format, () => {});
    }
  };

  function report({ invalidValues, message }: InvalidResponseError, traceId: string): void {
    log.error({ traceId, invalidValues }, message);
  }
}

function toProblem(error: unknown, isOutage: (error: unknown) => boolean): Problem {
  if (error instanceof Problem) return error;
  return new Problem(isOutage(error) ? 'unavailable' : 'internal_error', { cause: error });
}

export function listenerOf(app: Express, fail: FailureHandler): Listener {
  const handleError: ErrorRequestHandler = (error, _request, response, _next) =>
    fail(error, contextOf(response), response);
  app.use(handleError);

  const listener: RequestListener = (request, response) => {
    if (response.socket === null) closeWithConnection(request, response);
    // Express makes both its own before it does anything else.
    const [own, ownResponse] = [request as Request, response as Response];
    ownResponse.locals = { context: createContext(own, own.url) } as never;
    // Express parses targets with a function of Node that warns of some, and quotes them. `rewriteTarget` sets it again.
    own.url = '/';
    // Called when the failure itself could not be sent.
    app(own, ownResponse, () => request.socket.destroy());
  };
  return Object.assign(listener, { messages: messagesOf(app) });
}

/** Express changes the prototypes of other messages, which doubled the CPU time of a request. */
function messagesOf(app: Express): NonNullable<Listener['messages']> {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse<Of extends IncomingMessage> extends ServerResponse<Of> {}
  Object.setPrototypeOf(ExpressRequest.prototype, app.request);
  Object.setPrototypeOf(ExpressResponse.prototype, app.response);
  // The new prototypes inherit from the original ones.
  Object.assign(app, { request: ExpressRequest.prototype, response: ExpressResponse.prototype });
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
}
