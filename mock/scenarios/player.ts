import { comparedOf, type MockContext } from '../context.ts';
import type { ComparedRequest } from '../match-request.ts';
import { MockError } from '../mock-error.ts';
import type { Reply } from '../transport.ts';
import type { Documented } from './documented-responses.ts';
import {
  createSequence,
  type ReadScenario,
  readStepsFor,
  type Sequence,
  takeStep,
} from './read-scenario.ts';
import type { Step } from './read-step.ts';

export type Player = ReturnType<typeof createPlayer>;

export function createPlayer(scenarios: ReadonlyMap<string, ReadScenario>, documented: Documented) {
  const queues = new Map<string, Step[]>();
  const repeated = new Map<string, Sequence>();
  const preferred = new Map<string, Sequence>();
  let used: Sequence | undefined;

  const start = (name: string): Sequence => {
    const found = scenarios.get(name);
    if (found !== undefined) return createSequence(found);
    throw new MockError(
      `no scenario "${name}"; the scenarios are ${[...scenarios.keys()].join(', ')}`,
    );
  };
  return {
    /** Whether a request of the operation may take a step. */
    hasPlans: (operation: string) =>
      used !== undefined || queues.has(operation) || repeated.has(operation),
    /** The step of a request, if there is one for it: from `next`, then `repeat`, then the scenario in use. */
    take: (operation: string, request: ComparedRequest) =>
      takeStep(queues.get(operation) ?? [], request) ??
      repeated.get(operation)?.(operation, request) ??
      used?.(operation, request),
    /** The step of a scenario that the request itself names. @throws MockError */
    takeFrom: (name: string, operation: string, request: ComparedRequest) => {
      const sequence = preferred.get(name) ?? start(name);
      preferred.set(name, sequence);
      return sequence(operation, request);
    },
    /** Adds steps, which are taken once. @throws MockError */
    next: (operation: unknown, given: unknown) => {
      if (Array.isArray(given) && given.length === 0)
        throw new MockError(`next: ${operation} needs a step, such as { status: 503 }`);
      for (const [id, steps] of readStepsFor(operation, given, documented))
        queues.set(id, [...(queues.get(id) ?? []), ...steps]);
    },
    /** Replaces the steps that are taken again and again. @throws MockError */
    repeat: (operation: unknown, given: unknown) => {
      const steps = readStepsFor(operation, given, documented);
      for (const id of steps.keys()) repeated.set(id, createSequence({ steps, repeat: true }));
    },
    /** Starts a scenario at its first step; `undefined` for none. @throws MockError */
    use: (name: string | undefined) => {
      used = name === undefined ? undefined : start(name);
    },
  };
}

/** Waits, and returns the response that the step has; `undefined` lets the operation run. @throws MockError */
export async function playStep(
  { latency = 0, status, example, body }: Step,
  documented: Documented,
  context: MockContext,
): Promise<Reply | undefined> {
  if (!(latency >= 0)) {
    throw new MockError('a latency is a number of milliseconds, 0 or more: latency=500');
  }
  if (latency > 0) {
    context.signal = context.transport.signal;
    await pause(latency, context.signal);
  }
  if (status === undefined && example === undefined) return undefined;
  if (status === undefined || example !== undefined || body === undefined) {
    return documented.reply({ status, example }, context);
  }
  // The step has the whole response: its headers and its body are added to this one.
  return { status, headers: {}, body: '' };
}

/** What `Prefer` selects, or else the next step of the operation. A `latency` in `Prefer` replaces that of the step. */
export function stepOf(context: MockContext, player: Player): Step {
  const { preference, operation } = context;
  const { scenario, status, example, latency } = preference;
  if (operation === undefined) throw new Error('a step is for an operation');
  const { id } = operation;
  const request = comparedOf(context);
  const isSelected = status !== undefined || example !== undefined;
  const step =
    scenario !== undefined
      ? player.takeFrom(scenario, id, request)
      : isSelected
        ? {}
        : player.take(id, request);
  return {
    ...step,
    ...(status !== undefined && { status }),
    ...(example !== undefined && { example }),
    ...(latency !== undefined && { latency }),
  };
}

// Node does not wait at all for longer than this.
const longestMs = 2 ** 31 - 1;

/** Waits. Rejects with the signal's reason when the signal says that nobody waits for the response any more. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    const end = () => {
      signal?.removeEventListener('abort', abort);
      resolve();
    };
    const timer = setTimeout(end, Math.min(ms, longestMs));
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', abort, { once: true });
  });
}
