import { body } from '../server/http/body.ts';
import { createContext, type HttpResponse, type Step } from '../server/http/context.ts';
import { exposedHeaders } from '../server/http/cors.ts';
import { deprecation } from '../server/http/deprecation.ts';
import { match } from '../server/http/find-operation.ts';
import { defaultLimits, framing, size } from '../server/http/guard.ts';
import { Problem } from '../server/http/problem.ts';
import { envelope, sendProblem } from '../server/http/respond.ts';
import { authenticate } from '../server/http/run-operation.ts';
import type { OperationId } from '../server/operations/operation.ts';
import type { Clock } from './clock.ts';
import { type Controls, control } from './control.ts';
import type { Journal } from './journal.ts';
import type { MemoryService } from './memory-service.ts';
import { ConnectionReset, MockError } from './mock-error.ts';
import type { Documented, MockContract } from './scenarios/documented-responses.ts';
import { type Player, playStep } from './scenarios/player.ts';
import { type Step as PlannedStep, readPrefer } from './scenarios/read-step.ts';
import {
  createDraft,
  type Exchange,
  type MockContext,
  type MockRequest,
  type Reply,
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

/** Handles requests with the steps of the server, where they know neither Express nor SQL, and with steps of the mock. */
export function createExchange(options: ExchangeOptions): Exchange {
  const { contract, clock, journal, cors, basePath, documented, state, controls } = options;
  // In the order of the service: see `server/app.ts`.
  const steps: readonly (Step<MockContext> | undefined)[] = [
    (context, response) => state().service.trace(context, response),
    deprecation(contract),
    framing,
    (context) => removeBasePath(context, basePath),
    cors ? preflight : undefined,
    control(controls),
    match(contract),
    playStep(() => state().player, documented),
    size(defaultLimits),
    authenticate((token) => state().service.findCaller(token)),
    body(defaultLimits),
    validate,
    (context, response) => state().service.operation(context, response),
    envelope,
  ];

  async function run(context: MockContext, response: HttpResponse): Promise<void> {
    try {
      for (const step of steps) {
        const result = step?.(context, response);
        // Most steps are synchronous: awaiting them would take longer than running them.
        if ((result instanceof Promise ? await result : result) === 'sent') return;
      }
    } catch (error) {
      fail(error, context, response);
    }
  }

  return async (request, transport = {}) => {
    const { method = '', url = '', headers } = request;
    const prefer = textOf(headers.prefer);
    const at = clock.now();
    const draft = createDraft(transport.response);
    const context: MockContext = {
      preference: readPrefer(prefer),
      transport,
      step: {},
      signal: undefined,
      isListed: true,
      ...createContext(request, url),
    };
    const record = (status: number | undefined) => {
      const { traceId, body, isListed } = context;
      // `match` found the id in the contract, whose ids these are.
      const operation = context.operation?.id as OperationId | undefined;
      if (isListed)
        journal.add({ at, method, target: url, operation, prefer, traceId, body, status });
    };

    await run(context, draft);
    try {
      const reply = applyStep(draft.reply(), context.step);
      record(reply.status);
      return cors ? allowOrigin(request, reply) : reply;
    } catch (error) {
      if (error instanceof ConnectionReset) record(undefined);
      throw error;
    }
  };
}

function removeBasePath(context: MockContext, basePath: string): undefined {
  const target = targetBelow(basePath, context.target);
  if (target === undefined) throw new MockError(`its paths begin with ${basePath}`, 'not_found');
  context.target = target;
}

function fail(error: unknown, context: MockContext, response: HttpResponse): void {
  context.signal?.throwIfAborted();
  if (error instanceof MockError) {
    // No step changes the response that shows what is wrong.
    context.step = {};
    const problem = new Problem(error.reason);
    problem.message = `The mock: ${error.message}`;
    // A scenario may have any name, and a header may not have any text.
    response.setHeader('Mock-Error', error.message.replaceAll(/[^ -~]/g, '?'));
    sendProblem(context, response, problem);
  } else if (error instanceof Problem) {
    sendProblem(context, response, error);
  } else {
    console.error(error);
    sendProblem(context, response, new Problem('internal_error'));
  }
}

/** Changes a response on its way, after the operation has done its work. @throws ConnectionReset */
function applyStep(reply: Reply, { headers, body, fault }: PlannedStep): Reply {
  if (headers === undefined && body === undefined && fault === undefined) return reply;
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

/** Allows whatever a browser asks for before it sends a request (Fetch standard, 3.2.2). */
const preflight: Step<MockContext> = (context, response) => {
  const { method, request } = context;
  const { headers } = request;
  if (method !== 'OPTIONS' || headers.origin === undefined) return undefined;
  if (headers['access-control-request-method'] === undefined) return undefined;
  response
    .writeHead(204, {
      'Access-Control-Allow-Methods': 'GET, POST, DELETE',
      'Access-Control-Allow-Headers': textOf(headers['access-control-request-headers']) ?? '',
      ...(headers['access-control-request-private-network'] !== undefined && {
        'Access-Control-Allow-Private-Network': 'true',
      }),
      'Access-Control-Max-Age': '600',
    })
    .end();
  context.isListed = false;
  return 'sent';
};

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
