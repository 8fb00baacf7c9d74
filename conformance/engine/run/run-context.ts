import { setMaxListeners } from 'node:events';
import {
  type CheckContext,
  type Clock,
  type CompletedExchange,
  hasResponse,
  isUnavailable,
  realClock,
  type Undo,
} from '../check.ts';
import { describeRequest } from '../http/curl-command.ts';
import type { Exchange } from '../http/exchange.ts';
import type { RawRequest, Request } from '../http/request.ts';
import type { Target } from '../http/target.ts';
import { requireSafe } from '../not-sent.ts';
import { CannotTestError, CheckSkipped, OutOfTime, outOfTimeReason } from '../outcome.ts';
import { variableName } from '../profile/profile.ts';
import { firstOf } from '../suite.ts';
import { truncate } from '../truncate.ts';
import type { Activity } from './run-check.ts';
import type { RunOptions } from './run-options.ts';

export interface RunContext extends CheckContext {
  /** Undoes what checks have created, last first. Returns a sentence for each thing that is left on the server. */
  undoAll(): Promise<string[]>;
  /** Repeats the first GET request that had a response. Returns why the server no longer responds, if it does not. */
  whyUnresponsive(): Promise<string | undefined>;
}

// A server that restarts gets this time.
const repeatAfterMs = [0, 2_000];

// Time for what `cleanUp` registered when the run has used up its own, and when someone waits for the end of the run.
const cleanUpMs = { outOfTime: 10_000, stopped: 1_200 };

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
  target.listen(({ response }) => {
    hasResponded ||= response !== undefined;
  });
  return {
    ...target,
    firstGet: () => firstGet,
    send: async (request: Request | RawRequest) => {
      if (readOnly) requireSafe(request);
      const exchange = await orStopped(stop(), () => target.send(request));
      const { error } = exchange;
      if (!hasResponded && error && unreachable.has(error.kind)) throw new CannotTestError(error.message);
      if (exchange.response !== undefined && !('bytes' in request) && request.method === 'GET')
        firstGet ??= request;
      return exchange;
    },
  };
}

/** The context that all suites share. */
export function createRunContext(options: RunOptions, activity: Activity): RunContext {
  const { profile, secrets, seed, clock: given = realClock, destructive = false } = options;
  const { readOnly = false, maxTimeMs = 300_000 } = options;
  // A request that is under way then ends too, whatever its own time-out.
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(new OutOfTime()), Math.min(maxTimeMs, longestTimerMs));
  let stop = AbortSignal.any([end.signal, ...(options.signal ? [options.signal] : [])]);
  // One for each request that is under way.
  setMaxListeners(0, stop);
  const target = requireServer(options.target, readOnly, () => stop);
  const clock: Clock = { ...given, pause: (ms) => orStopped(stop, async () => given.pause(ms)) };
  const undo: { readonly name: string; readonly action: Undo }[] = [];
  let deadline = performance.now() + maxTimeMs;
  const remaining = () => deadline - performance.now();
  // Headers for a gateway often are credentials.
  for (const [name, value] of profile.headers) {
    secrets.remember(variableName(name), value);
    // Without the name of an authentication scheme.
    secrets.remember(variableName(name), value.replace(/^\w+ /, ''));
  }
  return {
    target,
    profile,
    secrets,
    seed,
    clock,
    destructive,
    remaining,
    maxResponseMs: options.maxResponseMs ?? Number.POSITIVE_INFINITY,
    call: createCall(options, { target, clock, remaining }),
    observe: activity.addNote,
    cleanUp: (name, action) => void undo.push({ name, action }),
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
      const isStopped = options.signal?.aborted === true;
      const enough = performance.now() + (isStopped ? cleanUpMs.stopped : cleanUpMs.outOfTime);
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
          for (const line of left === undefined ? [] : [left].flat()) leftovers.push(`${name}: ${line}`);
        } catch (error) {
          leftovers.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
      clearTimeout(ended);
      return leftovers;
    },
  };
}

// Some requests are large on purpose.
const maxCommandLength = 500;

// Each takes the whole time-out, and `responses/every-request-has-one` has already failed.
const mostTimeOuts = { inARow: 3, inAll: 4 };

/** Errors of requests that reached no server. */
const unreachable: ReadonlySet<string> = new Set(['dns', 'refused', 'unreachable', 'tls', 'connect-timeout']);

/** Sends a request and waits while the server is rate-limiting. A request without a response skips the check. */
function createCall(
  { suites, secrets, onEvent, bailOnUnreachable }: RunOptions,
  { target, clock, remaining }: Pick<CheckContext, 'target' | 'clock' | 'remaining'>,
): CheckContext['call'] {
  // The run ends after this many requests in a row that do not reach the server.
  const maxUnreachable = bailOnUnreachable === true ? 1 : 5;
  let unreachableInARow = 0;
  let timeOutsInARow = 0;
  let timeOuts = 0;

  const explainNoResponse = (exchange: Exchange): Error => {
    const message = exchange.error?.message ?? 'no response';
    const isUnreachable = unreachable.has(exchange.error?.kind ?? '');
    unreachableInARow = isUnreachable ? unreachableInARow + 1 : 0;
    if (isUnreachable && unreachableInARow >= maxUnreachable) return new CannotTestError(message);
    const isTimeOut = exchange.error?.kind === 'timeout';
    timeOuts += isTimeOut ? 1 : 0;
    timeOutsInARow = isTimeOut ? timeOutsInARow + 1 : 0;
    if (timeOutsInARow >= mostTimeOuts.inARow || timeOuts >= mostTimeOuts.inAll)
      return new CannotTestError(`the server sent no response in time to ${timeOuts} requests: ${message}`);
    const command = truncate(describeRequest(exchange.request, target.baseUrl, secrets), maxCommandLength);
    return new CheckSkipped(`no response: ${message}${isUnreachable ? '' : `; sent with ${command}`}`);
  };

  return async (request) => {
    while (true) {
      if (remaining() <= 0) throw new CheckSkipped(outOfTimeReason);
      const exchange = await target.send({
        ...request,
        settings: { lossAllowed: false, ...request.settings },
      });
      if (!hasResponse(exchange) || exchange.error?.kind === 'timeout') throw explainNoResponse(exchange);
      unreachableInARow = 0;
      timeOutsInARow = 0;
      const seconds =
        exchange.response.status === 429
          ? retryAfter(exchange, clock)
          : firstOf(suites, (suite) => suite.rateLimitWait?.(exchange));
      if (seconds === undefined) {
        const status = firstOf(suites, (suite) => suite.statusOf?.(exchange)) ?? exchange.response.status;
        if (isUnavailable(status)) throw new CheckSkipped(`the server returned ${status}`);
        return exchange;
      }
      const left = Math.max(0, Math.floor(remaining() / 1000));
      if (seconds > left) {
        throw new CheckSkipped(
          `rate-limited: the wait is ${seconds} s, and ${left} s are left (--max-time); turn rate limits off for the test`,
        );
      }
      onEvent?.({ type: 'waiting', seconds });
      await clock.pause(seconds * 1000 + 50);
    }
  };
}

/** Seconds, from either form of Retry-After. 1 when the header is missing. */
function retryAfter({ response }: CompletedExchange, clock: Clock): number {
  const value = response.header('retry-after');
  if (value === undefined) return 1;
  if (/^\d+$/.test(value)) return Number(value);
  const until = Date.parse(value);
  return Number.isNaN(until) ? 1 : Math.max(0, Math.ceil((until - clock.now()) / 1000));
}
