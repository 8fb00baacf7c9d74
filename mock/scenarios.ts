import { MockError } from './mock-error.ts';

/** What happens to one request. */
export interface ScenarioStep {
  /** Milliseconds to wait before the response. */
  readonly latency?: number;
  /** The access token is checked as if it were so many seconds later. */
  readonly later?: number;
  /** A documented response, as in `Prefer: code=…, example=…`. */
  readonly code?: number;
  readonly example?: string;
  readonly fault?: Fault;
}

/**
 * - `reset`: the connection ends without a response
 * - `truncated`: the JSON of the response stops half-way
 * - `html`: the page of a proxy instead, with the same HTTP status
 * - `empty`: no body
 */
export type Fault = 'reset' | 'truncated' | 'html' | 'empty';

/** One step per request, in turn. The first follows the last. */
export type Scenario = readonly ScenarioStep[];

/** The scenarios that `Prefer: scenario=<name>` knows without a file. */
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

const fields: Readonly<Record<string, (value: unknown) => boolean>> = {
  latency: (value) => typeof value === 'number' && value >= 0,
  later: (value) => typeof value === 'number',
  code: Number.isInteger,
  example: (value) => typeof value === 'string',
  fault: (value) => ['reset', 'truncated', 'html', 'empty'].some((fault) => fault === value),
};

/** Reads the scenarios of a file: names, each with a list of steps. @throws MockError that says what is wrong. */
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
    if (fields[name]?.(value) !== true)
      throw new MockError(
        `a step of scenario "${scenario}" has a wrong "${name}"; a step has ${Object.keys(fields).join(', ')}`,
      );
  }
  // Every field has been checked.
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

/** The built-in scenarios and the user's own, which replace those of the same name. Each starts at its first step. */
export function createScenarios(own: Readonly<Record<string, Scenario>>): Scenarios {
  const all = new Map(Object.entries({ ...builtInScenarios, ...own }));
  const played = new Map<string, number>();
  return {
    has: (name) => all.has(name),
    names: [...all.keys()],
    next: (name, operation) => {
      const steps = all.get(name);
      if (steps === undefined) throw new MockError(`the scenarios are ${[...all.keys()].join(', ')}`);
      // Each operation has its own position, so that parallel calls do not take each other's steps.
      const key = `${name} ${operation}`;
      const count = played.get(key) ?? 0;
      played.set(key, count + 1);
      return steps[count % steps.length] ?? {};
    },
  };
}
