import { type CheckContext, type Clock, realClock } from '../check.ts';
import type { Target } from '../http/target.ts';
import { CannotTestError } from '../outcome.ts';
import { variableName } from '../profile/profile.ts';
import type { Activity } from './activity.ts';
import { createCall, unreachable } from './call-server.ts';
import type { RunOptions } from './run-options.ts';

export interface RunContext extends CheckContext {
  readonly clock: Clock;
  /** Undoes what checks have created, last first. Returns a sentence for each thing that is left on the server. */
  undoAll(): Promise<string[]>;
}

// Time for what `cleanUp` registered when the run has used up its own.
const cleanUpMs = 10_000;

/** A target that ends the run when its first requests do not reach a server, because some checks expect no response. */
function requireServer(target: Target): Target {
  let hasResponded = false;
  target.listen(({ response }) => {
    hasResponded ||= response !== undefined;
  });
  return {
    ...target,
    send: async (request) => {
      const exchange = await target.send(request);
      const { error } = exchange;
      if (!hasResponded && error && unreachable.has(error.kind)) throw new CannotTestError(error.message);
      return exchange;
    },
  };
}

/** The context that all suites share. */
export function createRunContext(options: RunOptions, activity: Activity): RunContext {
  const { profile, secrets, seed, suites, clock = realClock, onEvent } = options;
  const target = requireServer(options.target);
  const undo: { readonly name: string; readonly action: () => Promise<string | undefined> }[] = [];
  let deadline = performance.now() + (options.maxTimeMs ?? 300_000);
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
    remaining,
    maxResponseMs: options.maxResponseMs ?? Number.POSITIVE_INFINITY,
    call: createCall({
      target,
      clock,
      secrets,
      remaining,
      maxUnreachable: options.bailOnUnreachable === true ? 1 : 5,
      rateLimitWait: (exchange) =>
        suites.map((suite) => suite.rateLimitWait?.(exchange)).find((wait) => wait !== undefined),
      statusOf: (exchange) =>
        suites.find(({ statusOf }) => statusOf !== undefined)?.statusOf?.(exchange) ??
        exchange.response.status,
      onWait: (seconds) => onEvent?.({ type: 'waiting', seconds }),
    }),
    observe: activity.addNote,
    cleanUp: (name, action) => void undo.push({ name, action }),
    undoAll: async () => {
      deadline = Math.max(deadline, performance.now() + cleanUpMs);
      const leftovers: string[] = [];
      for (const { name, action } of undo.reverse()) {
        try {
          const left = await action();
          if (left !== undefined) leftovers.push(`${name}: ${left}`);
        } catch (error) {
          leftovers.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
      return leftovers;
    },
  };
}
