import { exposedHeaders } from '../server/http/cors-headers.ts';
import { checkFraming, checkSize } from '../server/http/framing.ts';
import { Problem } from '../server/http/problem.ts';
import { parseStrictJson, readBearer, readContent } from '../server/http/read-request.ts';
import type { Clock } from './clock.ts';
import { comparedOf, type MockContext } from './context.ts';
import type { MockContract } from './contract.ts';
import { type Controls, control, isForeignControl } from './control.ts';
import { findOperation } from './find-operation.ts';
import type { Journal } from './journal.ts';
import type { MemoryService } from './memory-service.ts';
import { ConnectionReset, MockError } from './mock-error.ts';
import { receive } from './receive.ts';
import { failureReply, successReply } from './reply.ts';
import type { Documented } from './scenarios/documented-responses.ts';
import { type Player, playStep, stepOf } from './scenarios/player.ts';
import { readPrefer, type Step } from './scenarios/read-step.ts';
import type { Reply } from './transport.ts';
import {
  type Exchange,
  framedOf,
  type MockRequest,
  type Transport,
  targetBelow,
} from './transport.ts';
import { validate } from './validate.ts';

const exposed = [...exposedHeaders, 'Mock-Error'].join(', ');

interface ExchangeOptions {
  readonly contract: MockContract;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly cors: boolean;
  readonly basePath: string;
  readonly documented: Documented;
  readonly state: () => { readonly service: MemoryService; readonly player: Player };
  readonly controls: Controls;
}

/** Handles requests in the order of the service (see its `app.ts`), with what only a mock does in between. */
export function createExchange(options: ExchangeOptions): Exchange {
  const { clock, journal, cors, state } = options;

  return async (request, transport = {}) => {
    const at = clock.now();
    const context = createContext(request, transport, state().service.createTraceId());
    const record = (status: number | undefined) => {
      if (!context.isListed) return;
      const { method, operation, traceId, body } = context;
      const { url: target = '', headers } = request;
      const prefer = textOf(headers.prefer);
      const entry = { at, method, target, operation: operation?.id, prefer, traceId, body, status };
      journal.add(entry, comparedOf(context));
    };

    try {
      const reply = await respond(options, context);
      record(reply.status);
      return cors && !isForeignControl(context) ? allowOrigin(request, reply) : reply;
    } catch (error) {
      if (error instanceof ConnectionReset) record(undefined);
      throw error;
    }
  };
}

function createContext(request: MockRequest, transport: Transport, traceId: string): MockContext {
  return {
    request,
    method: request.method ?? '',
    transport,
    preference: readPrefer(textOf(request.headers.prefer)),
    traceId,
    startedAt: performance.now(),
    target: '',
    operation: undefined,
    caller: undefined,
    received: undefined,
    body: undefined,
    signal: undefined,
    isListed: true,
  };
}

/** @throws ConnectionReset, or the reason of the signal */
async function respond(options: ExchangeOptions, context: MockContext): Promise<Reply> {
  try {
    return await run(options, context);
  } catch (error) {
    context.signal?.throwIfAborted();
    if (error instanceof ConnectionReset) throw error;
    return toReply(error, context);
  }
}

async function run(options: ExchangeOptions, context: MockContext): Promise<Reply> {
  const { contract, basePath, documented, cors, controls, state } = options;
  const { request, method } = context;
  context.target = removeBasePath(basePath, checkFraming(framedOf(request)));
  if (cors && isPreflight(context) && !isForeignControl(context)) {
    context.isListed = false;
    return preflightReply(request);
  }
  const controlled = await control(controls, context);
  if (controlled !== undefined) return controlled;

  context.operation = findOperation(contract, method, context.target);
  if (state().player.hasPlans(context.operation.id)) await readAhead(context);
  const step = stepOf(context, state().player);
  const reply =
    (await playStep(step, documented, context)) ??
    (await operate(state().service, context).catch((error) => toReply(error, context)));
  return applyStep(reply, step);
}

/** Reads the body before a step is chosen, because the step may depend on it. Only the operation reports what is wrong with it. */
async function readAhead(context: MockContext): Promise<void> {
  const { request, transport } = context;
  context.received = receive(request, transport);
  try {
    const bytes = await context.received;
    if (bytes.length > 0) context.body = parseStrictJson(bytes);
  } catch {
    context.body = undefined;
  }
}

async function operate(service: MemoryService, context: MockContext): Promise<Reply> {
  const { request, operation } = context;
  if (operation === undefined) throw new Error('the operation is found before it runs');
  checkSize(framedOf(request));

  const { security = [], requestBody } = operation.object;
  if (security.length > 0) {
    context.caller = await service.findCaller(readBearer(request.headers.authorization));
    if (context.caller === undefined) throw new Problem('token_invalid');
  }
  context.received ??= receive(request, context.transport);
  const bytes = await context.received;
  if (requestBody !== undefined) {
    context.body = readContent(bytes, request.headers, requestBody.required ?? false);
  }
  validate(operation, request.headers, context.body);

  const headers: Record<string, string> = {};
  const data = await service.run(context, (name, value) => {
    headers[name] = value;
  });
  return successReply(context, data, headers);
}

function removeBasePath(basePath: string, target: string): string {
  const below = targetBelow(basePath, target);
  if (below === undefined) throw new MockError(`its paths begin with ${basePath}`, 'not_found');
  return below;
}

function toReply(error: unknown, context: MockContext): Reply {
  if (error instanceof Problem) return failureReply(context, error);
  if (!(error instanceof MockError)) {
    console.error(error);
    return failureReply(context, new Problem('internal_error'));
  }
  const problem = new Problem(error.reason);
  problem.message = `The mock: ${error.message}`;
  const reply = failureReply(context, problem);
  // A scenario may have any name, and a header may not have any text.
  const header = { 'Mock-Error': error.message.replaceAll(/[^ -~]/g, '?') };
  return { ...reply, headers: { ...reply.headers, ...header } };
}

/** Changes a response on its way, after the operation has done its work. @throws ConnectionReset */
function applyStep(reply: Reply, { headers, body, fault }: Step): Reply {
  if (fault === 'reset') throw new ConnectionReset();
  const whole = body ?? reply.body;
  return {
    status: reply.status,
    headers: headers === undefined ? reply.headers : replaceHeaders(reply.headers, headers),
    body: fault === 'truncated' ? whole.slice(0, whole.length / 2) : whole,
  };
}

function replaceHeaders(before: Reply['headers'], added: Reply['headers']): Reply['headers'] {
  const names = new Set(Object.keys(added).map((name) => name.toLowerCase()));
  const others = Object.entries(before).filter(([name]) => !names.has(name.toLowerCase()));
  return { ...Object.fromEntries(others), ...added };
}

function isPreflight({ method, request: { headers } }: MockContext): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  );
}

/** Allows whatever a browser asks for before it sends a request (Fetch standard, 3.2.2). */
function preflightReply({ headers }: MockRequest): Reply {
  return {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': 'GET, POST, DELETE',
      'Access-Control-Allow-Headers': textOf(headers['access-control-request-headers']) ?? '',
      ...(headers['access-control-request-private-network'] !== undefined && {
        'Access-Control-Allow-Private-Network': 'true',
      }),
      'Access-Control-Max-Age': '600',
    },
    body: '',
  };
}

/**
 * Lets the page that sent the request read the response. The header names the page's origin, because browsers reject `*` for a
 * request with credentials. A request without an origin gets the response that the service would send.
 */
function allowOrigin({ headers: { origin } }: MockRequest, reply: Reply): Reply {
  if (origin === undefined) return reply;
  return {
    ...reply,
    headers: {
      ...reply.headers,
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Credentials': 'true',
      'Access-Control-Expose-Headers': exposed,
      Vary: 'Origin, Access-Control-Request-Headers',
    },
  };
}

/** The text of a header that may occur several times. */
function textOf(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.join(', ');
}
