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
import { createDocumented } from './documented-responses.ts';
import type { Journal } from './journal.ts';
import type { MockContract } from './mock-contract.ts';
import { ConnectionReset, MockError } from './mock-error.ts';
import { readPrefer } from './prefer.ts';
import { type Rehearsal, rehearse } from './rehearse.ts';
import type { Fault } from './scenarios.ts';
import { createDraft, type Exchange, type MockIncoming, type Reply } from './transport.ts';
import { validate } from './validate.ts';
import type { World } from './world.ts';

interface State extends Rehearsal {
  readonly world: World;
}

interface ExchangeOptions {
  readonly contract: MockContract;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly cors: boolean;
  readonly state: () => State;
  readonly controls: Controls;
}

/** Handles requests with the steps of the server, where they know neither Express nor SQL, and with steps of the mock. */
export function createExchange(options: ExchangeOptions): Exchange {
  const { contract, clock, journal, cors, state, controls } = options;
  const [find, play] = [match(contract), rehearse(state, createDocumented(contract))];
  const run = runInOrder<MockIncoming, Outgoing>(
    {
      trace: (incoming, outgoing) => state().world.trace(incoming, outgoing),
      deprecation: deprecation(contract),
      framing,
      cors: cors ? preflight : undefined,
      site: control(controls),
      match: (incoming, outgoing) => find(incoming, outgoing) ?? play(incoming, outgoing),
      size: size(defaultLimits),
      authenticate: authenticate((token, { scenarioStep: { later = 0 } }) =>
        state().world.findCaller(token, later * 1000),
      ),
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
      ...createIncoming(request, url),
      preference: readPrefer(prefer),
      transport,
      scenarioStep: {},
      signal: undefined,
      isListed: true,
    };
    const record = (status: number | undefined) => {
      const { traceId, body, isListed } = incoming;
      // `match` found the id in the contract, whose ids these are.
      const operation = incoming.operation?.id as OperationId | undefined;
      if (isListed) journal.add({ at, method, target: url, operation, prefer, traceId, body, status });
    };

    await run(incoming, draft);
    try {
      const reply = applyFault(draft.reply(), incoming.scenarioStep.fault);
      record(reply.status);
      return cors ? allowOrigin(request, reply) : reply;
    } catch (error) {
      if (error instanceof ConnectionReset) record(undefined);
      throw error;
    }
  };
}

function fail(error: unknown, incoming: MockIncoming, outgoing: Outgoing): void {
  incoming.signal?.throwIfAborted();
  if (error instanceof MockError) {
    // A scenario may have any name, and a header may not have any text.
    outgoing.setHeader('Mock-Error', error.message.replaceAll(/[^ -~]/g, '?'));
    sendProblem(incoming, outgoing, new Problem('malformed_request'));
  } else if (error instanceof Problem) {
    sendProblem(incoming, outgoing, error);
  } else {
    console.error(error);
    sendProblem(incoming, outgoing, new Problem('internal_error'));
  }
}

const page =
  '<!doctype html><html lang="en"><title>Bad gateway</title><h1>A proxy sent this page</h1></html>\n';

/** Damages a response on its way, after the operation has done its work. @throws ConnectionReset */
function applyFault(reply: Reply, fault: Fault | undefined): Reply {
  switch (fault) {
    case undefined:
      return reply;
    case 'reset':
      throw new ConnectionReset();
    case 'truncated':
      return { ...reply, body: reply.body.slice(0, reply.body.length / 2) };
    case 'html':
      return {
        ...reply,
        headers: { ...reply.headers, 'Content-Type': 'text/html; charset=utf-8' },
        body: page,
      };
    case 'empty':
      return { ...reply, body: '' };
  }
}
