import { setMaxListeners } from 'node:events';
import { type CheckContext, type Clock, realClock, type Undo } from '../check.ts';
import type { Exchange, SentRequest } from '../http/exchange.ts';
import type { RawRequest, Request } from '../http/request.ts';
import type { Target } from '../http/target.ts';
import { requireSafe } from '../not-sent.ts';
import { CannotTestError, CheckSkipped, OutOfTime } from '../outcome.ts';
import { createCall, unreachable } from './call.ts';
import { withPatience } from './patience.ts';
import type { Activity } from './run-check.ts';
import type { RunOptions } from './run-options.ts';

export interface RunContext extends CheckContext {
  /** Undoes what checks have created, last first. Returns a sentence for each thing that is left on the server. */
  undoAll(): Promise<string[]>;
  /** Sends the request of an exchange again. Undefined if it was no request of this run, or one of raw bytes. */
  again(exchange: Exchange): Promise<Exchange> | undefined;
  /** Repeats the first GET request that had a response. Returns why the server no longer responds, if it does not. */
  whyUnresponsive(): Promise<string | undefined>;
}

// A server that restarts gets this time.
const repeatAfterMs = [0, 2_000];

// Time for what `cleanUp` registered when the run has used up its own, or someone has stopped it.
const cleanUpMs = 4_000;

const longestTimerMs = 2 ** 31 - 1;

/** The result of the work, or the reason of the signal if that comes first. */
function orStopped<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) return reject(new CheckSkipped(String(signal.reason?.message)));
    signal.addEventListener('abort', stop, { once: true });
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stop));
  });
}

/** A target that ends the run when its first requests do not reach a server, because some checks expect no response. */
function requireServer(target: Target, readOnly: boolean, stop: () => AbortSignal) {
  let hasResponded = false;
  let firstGet: Request | undefined;
  const given = new WeakMap<SentRequest, Request>();
  target.listen(({ response }) => {
    hasResponded ||= response !== undefined;
  });
  return {
    ...target,
    firstGet: () => firstGet,
    givenOf: ({ request }: Exchange) => given.get(request),
    send: async (request: Request | RawRequest) => {
      if (readOnly) requireSafe(request);
      const exchange = await orStopped(stop(), () => target.send(request));
      const { error } = exchange;
      if (!hasResponded && error && unreachable.has(error.kind))
        throw new CannotTestError(error.message);
      if ('bytes' in request) return exchange;
      // With the bytes that were sent instead of a text: some bodies have megabytes, and are kept to the end of the run.
      const { body } = exchange.request;
      given.set(exchange.request, request.body === undefined ? request : { ...request, body });
      if (exchange.response !== undefined && request.method === 'GET') firstGet ??= request;
      return exchange;
    },
  };
}

export function createRunContext(options: RunOptions, activity: Activity): RunContext {
  const { profile, secrets, seed, clock: given = realClock, destructive = false } = options;
  const { readOnly = false, maxTimeMs = 300_000 } = options;
  // A request that is under way then ends too, whatever its own time-out.
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(new OutOfTime()), Math.min(maxTimeMs, longestTimerMs));
  let stop = AbortSignal.any([end.signal, ...(options.signal ? [options.signal] : [])]);
  // One for each request that is under way.
  setMaxListeners(0, stop);
  const pause: Clock['pause'] = (ms, reason) => {
    if (reason !== undefined)
      options.onEvent?.({ type: 'waiting', seconds: Math.round(ms / 1000), reason });
    return orStopped(stop, async () => given.pause(ms));
  };
  const clock: Clock = { ...given, pause };
  const patient = withPatience(options.target, options, clock);
  const target = requireServer(patient, readOnly, () => stop);
  const undo: { readonly name: string; readonly action: Undo; readonly neededMs?: () => number }[] =
    [];
  let isCleaningUp = false;
  /** What cleaning up needs now beyond the time that it has after the run. */
  const reservedMs = () => {
    const all = undo.reduce((sum, { neededMs }) => sum + (neededMs?.() ?? 0), 0);
    return isCleaningUp ? 0 : Math.max(0, all - cleanUpMs);
  };
  let deadline = performance.now() + maxTimeMs;
  const remaining = () => deadline - performance.now() - reservedMs();
  return {
    target,
    profile,
    secrets,
    seed,
    clock,
    destructive,
    remaining,
    maxResponseMs: options.maxResponseMs ?? Number.POSITIVE_INFINITY,
    call: createCall(options, { target, clock, remaining }, activity),
    observe: activity.addNote,
    made: (resource, undo) => options.onEvent?.({ type: 'made', resource, undo }),
    gone: (resource) => options.onEvent?.({ type: 'gone', resource }),
    again: (exchange) => {
      const request = target.givenOf(exchange);
      return request && target.send(request);
    },
    cleanUp: (name, action, neededMs) =>
      void undo.push({ name, action, ...(neededMs && { neededMs }) }),
    whyUnresponsive: async () => {
      const known = target.firstGet();
      if (known === undefined) return undefined;
      let error: Exchange['error'];
      for (const pause of repeatAfterMs) {
        if (stop.aborted || remaining() <= pause) return undefined;
        await clock.pause(pause);
        const settings = { ...known.settings, quiet: true, lossAllowed: true };
        ({ error } = await target.send({ ...known, settings }));
        if (error === undefined) return undefined;
      }
      const isGone = error?.kind === 'timeout' || unreachable.has(error?.kind ?? '');
      return isGone ? error?.message : undefined;
    },
    undoAll: async () => {
      clearTimeout(timer);
      isCleaningUp = true;
      const isStopped = options.signal?.aborted === true;
      const enough = performance.now() + cleanUpMs;
      deadline = isStopped ? enough : Math.max(deadline, enough);
      const ending = new AbortController();
      setMaxListeners(0, ending.signal);
      stop = ending.signal;
      const ended = setTimeout(
        () => ending.abort(new CheckSkipped('no time left')),
        Math.min(remaining(), longestTimerMs),
      );
      const leftovers: string[] = [];
      for (const { name, action } of undo.reverse()) {
        try {
          const left = await action();
          for (const line of left === undefined ? [] : [left].flat())
            leftovers.push(`${name}: ${line}`);
        } catch (error) {
          leftovers.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
      clearTimeout(ended);
      return leftovers;
    },
  };
}
