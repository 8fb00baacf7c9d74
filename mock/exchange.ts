import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request as ExpressRequest, RequestHandler } from 'express';
import { authenticate } from '../server/http/authenticate.ts';
import { body } from '../server/http/body.ts';
import { contextOf } from '../server/http/context.ts';
import { sendData, sendProblem } from '../server/http/envelope.ts';
import { framing } from '../server/http/framing.ts';
import { defaultLimits } from '../server/http/limits.ts';
import { Problem } from '../server/http/problem.ts';
import { route } from '../server/http/route.ts';
import { size } from '../server/http/size.ts';
import { holdTarget } from '../server/http/target.ts';
import { trace } from '../server/http/trace.ts';
import type { Random } from '../server/security/random.ts';
import type { Clock } from './clock.ts';
import { contract } from './contract.ts';
import { type Controls, control, isControl } from './control.ts';
import { allowOrigin, answerPreflight, isPreflight } from './cors.ts';
import { createDocumented } from './examples.ts';
import { spoil } from './faults.ts';
import type { Incoming } from './incoming.ts';
import type { Journal } from './journal.ts';
import { createRouter, type Match } from './match.ts';
import { ConnectionReset, MockError } from './mock-error.ts';
import { pause } from './pause.ts';
import { type Preference, readPrefer } from './prefer.ts';
import { createDraft, type Draft, type Reply } from './reply.ts';
import type { Scenarios, Step } from './scenarios.ts';
import { validate } from './validate.ts';
import type { World } from './world.ts';

/** Answers a request. @throws ConnectionReset, or the reason of the signal. */
export type Exchange = (
  request: Incoming,
  /** `signal` is read only where there is something to wait for. */
  transport?: { readonly signal?: AbortSignal; readonly response?: ServerResponse },
) => Promise<Reply>;

export interface State {
  readonly world: World;
  readonly traceRandom: Random;
  readonly scenarios: Scenarios;
  readonly scenario: string | undefined;
}

export interface ExchangeOptions {
  readonly clock: Clock;
  readonly journal: Journal;
  readonly cors: boolean;
  readonly state: () => State;
  readonly controls: Controls;
}

/** The steps of a request: the server's own, but for what has Express in it, and what the mock alone can do. */
export function createExchange(options: ExchangeOptions): Exchange {
  const { clock, journal, cors, state, controls } = options;
  const open = cors ? allowOrigin : (_request: Incoming, reply: Reply) => reply;
  const router = createRouter(contract);
  const documented = createDocumented(contract);
  const [holdFraming, holdSize, readBody] = [framing(), size(defaultLimits), body(defaultLimits)];

  async function answer(request: Incoming, draft: Draft, match: Match, wish: Preference, step: Step) {
    const { response } = draft;
    contextOf(response).operation = match;
    const { code = step.code, example = step.example } = wish;
    if (code !== undefined || example !== undefined) {
      const wanted = { ...(code !== undefined && { code }), ...(example !== undefined && { example }) };
      sendData(response, documented(match, wanted));
      return;
    }
    const { world } = state();
    const take = taker(request, draft);
    await take(holdSize);
    await take(authenticate(world.findCaller((step.later ?? 0) * 1000)));
    await take(readBody);
    if (match.object.requestBody !== undefined) validate(match.id, request.body);
    await take(route(world.handlers));
  }

  return async (request, transport = {}) => {
    const { method = '', url = '' } = request;
    const prefer = request.headers.prefer;
    const draft = createDraft(transport.response);
    const at = clock.now();
    const preference = readPrefer(Array.isArray(prefer) ? prefer.join(', ') : prefer);
    let match: Match | undefined;
    let step: Step = {};
    let signal: AbortSignal | undefined;
    // Every transport gives what the held target and the steps read of Node's request.
    holdTarget(request as unknown as IncomingMessage);
    const take = taker(request, draft);
    await take(trace(state().traceRandom));
    const { traceId } = contextOf(draft.response);

    try {
      await take(holdFraming);
      const target = request.url ?? '';
      if (cors && isPreflight(request)) return open(request, answerPreflight(request));
      if (isControl(target)) {
        await control(controls, target, request, draft);
        return open(request, draft.reply());
      }
      match = router(method, target);
      const { scenarios, scenario: active } = state();
      const scenario = preference.scenario ?? active;
      if (scenario !== undefined) step = scenarios.next(scenario, match.id);
      const latency = preference.latency ?? step.latency ?? 0;
      if (latency > 0) {
        signal = transport.signal;
        await pause(latency, signal);
      }
      await answer(request, draft, match, preference, step);
    } catch (error) {
      signal?.throwIfAborted();
      fail(draft, error);
    }
    const note = { at, method, target: url, operation: match?.id, prefer: text(prefer), traceId };
    try {
      const reply = spoil(draft.reply(), step.fault);
      journal.add({ ...note, body: request.body, status: reply.status });
      return open(request, reply);
    } catch (error) {
      if (error instanceof ConnectionReset) journal.add({ ...note, body: request.body, status: undefined });
      throw error;
    }
  };
}

function taker(request: Incoming, { response }: Draft): (step: RequestHandler) => Promise<void> {
  return async (step) => {
    // These steps read what `Incoming` names, and none hands on to another by itself.
    await step(request as unknown as ExpressRequest, response, () => {});
  };
}

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
