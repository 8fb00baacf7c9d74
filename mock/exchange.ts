import type { IncomingMessage } from 'node:http';
import type { Request as ExpressRequest, RequestHandler } from 'express';
import { authenticate } from '../server/http/authenticate.ts';
import { body } from '../server/http/body.ts';
import { contextOf } from '../server/http/context.ts';
import { readDeprecations } from '../server/http/deprecation.ts';
import { sendProblem } from '../server/http/envelope.ts';
import { framing } from '../server/http/framing.ts';
import { defaultLimits } from '../server/http/limits.ts';
import { Problem } from '../server/http/problem.ts';
import { size } from '../server/http/size.ts';
import { holdTarget, normaliseTarget } from '../server/http/target.ts';
import type { Clock } from './clock.ts';
import type { Contract } from './contract.ts';
import { type Controls, control, isControl } from './control.ts';
import { allowOrigin, answerPreflight, isPreflight } from './cors.ts';
import { createDocumented } from './examples.ts';
import { spoil } from './faults.ts';
import type { Journal } from './journal.ts';
import { createRouter, type Match } from './match.ts';
import { ConnectionReset, MockError } from './mock-error.ts';
import { pause } from './pause.ts';
import { readPrefer } from './prefer.ts';
import { createDraft, type Draft } from './reply.ts';
import type { Scenarios, Step } from './scenarios.ts';
import type { Exchange, Incoming, Reply } from './transport.ts';
import { validate } from './validate.ts';
import type { World } from './world.ts';

export interface State {
  readonly world: World;
  readonly scenarios: Scenarios;
  readonly scenario: string | undefined;
}

export interface ExchangeOptions {
  readonly contract: Contract;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly cors: boolean;
  readonly state: () => State;
  readonly controls: Controls;
}

/** The steps of a request: the server's own, but for what has Express in it, and what the mock alone can do. */
export function createExchange(options: ExchangeOptions): Exchange {
  const { contract, clock, journal, cors, state, controls } = options;
  const open = cors ? allowOrigin : (_request: Incoming, reply: Reply) => reply;
  const router = createRouter(contract);
  const documented = createDocumented(contract);
  const announced = readDeprecations(contract);
  const [holdFraming, holdSize, readBody] = [framing(), size(defaultLimits), body(defaultLimits)];

  async function answer(request: Incoming, draft: Draft, match: Match, step: Step): Promise<Reply> {
    const { world } = state();
    const take = taker(request, draft);
    contextOf(draft.response).operation = match;
    take(holdSize);
    await take(authenticate(world.findCaller((step.later ?? 0) * 1000)));
    await take(readBody);
    if (match.object.requestBody !== undefined) validate(match.id, request.body);
    await take(world.route);
    return draft.reply();
  }

  return async (request, transport = {}) => {
    const { method = '', url = '' } = request;
    const prefer = text(request.headers.prefer);
    const draft = createDraft(transport.response);
    const at = clock.now();
    const ending = announced?.(method, normaliseTarget(url));
    for (const [name, value] of Object.entries(ending ?? {})) transport.response?.setHeader(name, value);
    const preference = readPrefer(prefer);
    let match: Match | undefined;
    let step: Step = {};
    let signal: AbortSignal | undefined;
    let reply: Reply;
    // Every transport gives what the held target and the steps read of Node's request.
    holdTarget(request as unknown as IncomingMessage);
    const { world, scenarios, scenario: active } = state();
    const take = taker(request, draft);
    take(world.trace);
    const context = contextOf(draft.response);

    try {
      take(holdFraming);
      const target = request.url ?? '';
      if (cors && isPreflight(request)) return open(request, answerPreflight(request));
      if (isControl(target)) {
        await control(controls, target, request, draft);
        return open(request, draft.reply());
      }
      match = router(method, target);
      const scenario = preference.scenario ?? active;
      if (scenario !== undefined) step = scenarios.next(scenario, match.id);
      const latency = preference.latency ?? step.latency ?? 0;
      if (!(latency >= 0))
        throw new MockError('a latency is a number of milliseconds, 0 or more: latency=500');
      if (latency > 0) {
        signal = transport.signal;
        await pause(latency, signal);
      }
      const { code = step.code, example = step.example } = preference;
      reply =
        code !== undefined || example !== undefined
          ? documented(match, { code, example }, context)
          : await answer(request, draft, match, step);
    } catch (error) {
      signal?.throwIfAborted();
      fail(draft, error);
      reply = draft.reply();
    }
    if (ending) reply = { ...reply, headers: { ...ending, ...reply.headers } };
    const note = (status: number | undefined) => {
      const { traceId } = context;
      const operation = match?.id;
      journal.add({ at, method, target: url, operation, prefer, traceId, body: request.body, status });
    };
    try {
      reply = spoil(reply, step.fault);
      note(reply.status);
      return open(request, reply);
    } catch (error) {
      if (error instanceof ConnectionReset) note(undefined);
      throw error;
    }
  };
}

// These steps read what `Incoming` names, and none hands on to another by itself.
function taker(request: Incoming, { response }: Draft): (step: RequestHandler) => unknown {
  return (step) => step(request as unknown as ExpressRequest, response, nothing);
}

const nothing = () => {};

function fail({ response }: Draft, error: unknown): void {
  if (error instanceof MockError) {
    // Names of scenarios may be anything, and a header may not.
    response.set({ 'Mock-Error': error.message.replaceAll(/[^ -~]/g, '?') });
    sendProblem(response, new Problem('malformed_request'));
  } else if (error instanceof Problem) {
    sendProblem(response, error);
  } else {
    console.error(error);
    sendProblem(response, new Problem('internal_error'));
  }
}

function text(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}
