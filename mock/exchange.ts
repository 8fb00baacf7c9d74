import { runInOrder } from '../server/app.ts';
import { createIncoming, type Outgoing } from '../server/http/incoming.ts';
import { defaultLimits } from '../server/http/limits.ts';
import { Problem } from '../server/http/problem.ts';
import { authenticate } from '../server/http/steps/authenticate.ts';
import { body } from '../server/http/steps/body.ts';
import { deprecation } from '../server/http/steps/deprecation.ts';
import { envelope, sendProblem } from '../server/http/steps/envelope.ts';
import { framing } from '../server/http/steps/framing.ts';
import { match } from '../server/http/steps/match.ts';
import { size } from '../server/http/steps/size.ts';
import type { OperationId } from '../server/operations/operation.ts';
import type { Clock } from './clock.ts';
import { type Controls, control } from './control.ts';
import { allowOrigin, preflight, textOf } from './cors.ts';
import type { Journal } from './journal.ts';
import type { MockContract } from './mock-contract.ts';
import { ConnectionReset, MockError } from './mock-error.ts';
import type { Documented } from './scenarios/documented-responses.ts';
import { playStep } from './scenarios/play-step.ts';
import type { Player } from './scenarios/player.ts';
import { readPrefer } from './scenarios/prefer.ts';
import type { Step } from './scenarios/read-step.ts';
import { createDraft, type Exchange, type MockIncoming, type Reply, targetBelow } from './transport.ts';
import { validate } from './validate.ts';
import type { World } from './world.ts';

interface ExchangeOptions {
  readonly contract: MockContract;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly cors: boolean;
  readonly basePath: string;
  readonly documented: Documented;
  readonly state: () => { readonly world: World; readonly player: Player };
  readonly controls: Controls;
}

/** Handles requests with the steps of the server, where they know neither Express nor SQL, and with steps of the mock. */
export function createExchange(options: ExchangeOptions): Exchange {
  const { contract, clock, journal, cors, basePath, documented, state, controls } = options;
  const [find, play] = [match(contract), playStep(() => state().player, documented)];
  const run = runInOrder<MockIncoming, Outgoing>(
    {
      trace: (incoming, outgoing) => state().world.trace(incoming, outgoing),
      deprecation: deprecation(contract),
      framing: (incoming, outgoing) => framing(incoming, outgoing) ?? removeBasePath(incoming, basePath),
      cors: cors ? preflight : undefined,
      site: control(controls),
      match: (incoming, outgoing) => find(incoming, outgoing) ?? play(incoming, outgoing),
      size: size(defaultLimits),
      authenticate: authenticate((token) => state().world.findCaller(token)),
      body: body(defaultLimits),
      validate,
      operation: (incoming, outgoing) => state().world.operation(incoming, outgoing),
      envelope,
    },
    fail,
  );

  return async (request, transport = {}) => {
    const { method = '', url = '', headers } = request;
    const prefer = textOf(headers.prefer);
    const at = clock.now();
    const draft = createDraft(transport.response);
    const incoming: MockIncoming = {
      preference: readPrefer(prefer),
      transport,
      step: {},
      signal: undefined,
      isListed: true,
      ...createIncoming(request, url),
    };
    const record = (status: number | undefined) => {
      const { traceId, body, isListed } = incoming;
      // `match` found the id in the contract, whose ids these are.
      const operation = incoming.operation?.id as OperationId | undefined;
      if (isListed) journal.add({ at, method, target: url, operation, prefer, traceId, body, status });
    };

    await run(incoming, draft);
    try {
      const reply = applyStep(draft.reply(), incoming.step);
      record(reply.status);
      return cors ? allowOrigin(request, reply) : reply;
    } catch (error) {
      if (error instanceof ConnectionReset) record(undefined);
      throw error;
    }
  };
}

function removeBasePath(incoming: MockIncoming, basePath: string): undefined {
  const target = targetBelow(basePath, incoming.target);
  if (target === undefined) throw new MockError(`its paths begin with ${basePath}`, 'not_found');
  incoming.target = target;
}

function fail(error: unknown, incoming: MockIncoming, outgoing: Outgoing): void {
  incoming.signal?.throwIfAborted();
  if (error instanceof MockError) {
    // No step changes the response that shows what is wrong.
    incoming.step = {};
    const problem = new Problem(error.reason);
    problem.message = `The mock: ${error.message}`;
    // A scenario may have any name, and a header may not have any text.
    outgoing.setHeader('Mock-Error', error.message.replaceAll(/[^ -~]/g, '?'));
    sendProblem(incoming, outgoing, problem);
  } else if (error instanceof Problem) {
    sendProblem(incoming, outgoing, error);
  } else {
    console.error(error);
    sendProblem(incoming, outgoing, new Problem('internal_error'));
  }
}

/** Changes a response on its way, after the operation has done its work. @throws ConnectionReset */
function applyStep(reply: Reply, { headers, body, fault }: Step): Reply {
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
