import { MockError } from './mock-error.ts';

/** What happens to one request. */
export interface ScenarioStep {
  /** Milliseconds to wait before the answer. */
  readonly latency?: number;
  /** How many seconds later than the clock says the access token is looked at. */
  readonly later?: number;
  /** A documented answer, as in `Prefer: code=…, example=…`. */
  readonly code?: number;
  readonly example?: string;
  readonly fault?: Fault;
}

/**
 * - `reset`: the connection ends without an answer
 * - `truncated`: the JSON of the answer stops half-way
 * - `html`: a page of some proxy in its place, with the same HTTP status
 * - `empty`: no body
 */
export type Fault = 'reset' | 'truncated' | 'html' | 'empty';

/** A step a request, in turn; after the last comes the first again. */
export type Scenario = readonly ScenarioStep[];

/** What `Prefer: scenario=<name>` knows without a file. */
export const builtInScenarios: Readonly<Record<string, Scenario>> = {
  'token-expired': [{ later: 366 * 24 * 60 * 60 }],
  slow: [{ latency: 2000 }],
  reset: [{ fault: 'reset' }],
  'reset-once': [{ fault: 'reset' }, {}],
  truncated: [{ fault: 'truncated' }],
  html: [{ fault: 'html' }],
  empty: [{ fault: 'empty' }],
  'empty-500': [{ code: 500, fault: 'empty' }],
  unavailable: [{ code: 503 }],
  'unavailable-once': [{ code: 503 }, {}],
  'rate-limited-once': [{ code: 429 }, {}],
};

const members: Readonly<Record<string, (value: unknown) => boolean>> = {
  latency: (value) => typeof value === 'number' && value >= 0,
  later: (value) => typeof value === 'number',
  code: Number.isInteger,
  example: (value) => typeof value === 'string',
  fault: (value) => ['reset', 'truncated', 'html', 'empty'].some((fault) => fault === value),
};

/** Scenarios from a file: names, each with a list of steps. @throws MockError that names what is wrong. */
export function readScenarios(value: unknown): Record<string, Scenario> {
  if (!isObject(value)) throw new MockError('scenarios are an object: a name, then a list of steps');
  return Object.fromEntries(
    Object.entries(value).map(([name, steps]) => {
      if (!Array.isArray(steps) || steps.length === 0)
        throw new MockError(`scenario "${name}" is not a list of steps`);
      return [name, steps.map((step) => readStep(name, step))];
    }),
  );
}

function readStep(scenario: string, step: unknown): ScenarioStep {
  if (!isObject(step)) throw new MockError(`a step of scenario "${scenario}" is not an object`);
  for (const [name, value] of Object.entries(step)) {
    if (members[name]?.(value) !== true)
      throw new MockError(
        `a step of scenario "${scenario}" has a wrong "${name}"; a step has ${Object.keys(members).join(', ')}`,
      );
  }
  // Every member was looked at.
  return step as ScenarioStep;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Gives each request of a scenario its step. */
export interface Scenarios {
  next(name: string, operation: string): ScenarioStep;
  has(name: string): boolean;
  readonly names: readonly string[];
}

/** The built-in scenarios and one's own, which win over those of the same name, each begun anew. */
export function createScenarios(own: Readonly<Record<string, Scenario>>): Scenarios {
  const all = new Map(Object.entries({ ...builtInScenarios, ...own }));
  const played = new Map<string, number>();
  return {
    has: (name) => all.has(name),
    names: [...all.keys()],
    next: (name, operation) => {
      const steps = all.get(name);
      if (steps === undefined) throw new MockError(`the scenarios are ${[...all.keys()].join(', ')}`);
      // Each operation is at a step of its own, so that calls side by side do not take one another's.
      const key = `${name} ${operation}`;
      const count = played.get(key) ?? 0;
      played.set(key, count + 1);
      return steps[count % steps.length] ?? {};
    },
  };
}
