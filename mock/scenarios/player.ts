import { MockError } from '../mock-error.ts';
import type { Documented } from './documented-responses.ts';
import { createSequence, type ReadScenario, readStepsFor, type Sequence } from './read-scenario.ts';
import type { Step } from './read-step.ts';

/** Gives each request its step. */
export interface Player {
  /** The step of the next request of an operation, if it has one: from `next`, then `repeat`, then the scenario in use. */
  take(operation: string): Step | undefined;
  /** The step of a scenario that the request itself names. @throws MockError */
  takeFrom(scenario: string, operation: string): Step | undefined;
  /** Adds steps, which are taken once. @throws MockError */
  next(operation: unknown, steps: unknown): void;
  /** Replaces the steps that are taken again and again. @throws MockError */
  repeat(operation: unknown, steps: unknown): void;
  /** Starts a scenario at its first step; `undefined` for none. @throws MockError */
  use(scenario: string | undefined): void;
}

export function createPlayer(scenarios: ReadonlyMap<string, ReadScenario>, documented: Documented): Player {
  const [queues, repeated, preferred] = [
    new Map<string, Step[]>(),
    new Map<string, Sequence>(),
    new Map<string, Sequence>(),
  ];
  let used: Sequence | undefined;

  const start = (name: string): Sequence => {
    const found = scenarios.get(name);
    if (found !== undefined) return createSequence(found);
    throw new MockError(`no scenario "${name}"; there are ${[...scenarios.keys()].join(', ')}`);
  };
  return {
    take: (operation) =>
      queues.get(operation)?.shift() ?? repeated.get(operation)?.(operation) ?? used?.(operation),
    takeFrom: (name, operation) => {
      const sequence = preferred.get(name) ?? start(name);
      preferred.set(name, sequence);
      return sequence(operation);
    },
    next: (operation, given) => {
      for (const [id, steps] of readStepsFor(operation, given, documented))
        queues.set(id, [...(queues.get(id) ?? []), ...steps]);
    },
    repeat: (operation, given) => {
      const steps = readStepsFor(operation, given, documented);
      for (const id of steps.keys()) repeated.set(id, createSequence({ steps, repeat: true }));
    },
    use: (name) => {
      used = name === undefined ? undefined : start(name);
    },
  };
}
