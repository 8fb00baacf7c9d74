import { type ComparedRequest, matches } from '../match-request.ts';
import { isObject, MockError } from '../mock-error.ts';
import type { Documented } from './documented-responses.ts';
import { readStep, type Step } from './read-step.ts';
import { builtInScenarios } from './scenario.ts';

export interface ReadScenario {
  readonly steps: ReadonlyMap<string, readonly Step[]>;
  readonly repeat: boolean;
}

/** The built-in scenarios and the user's own, which replace those of the same name. @throws MockError */
export function readScenarios(
  own: unknown,
  documented: Documented,
): ReadonlyMap<string, ReadScenario> {
  if (!isObject(own)) throw new MockError('scenarios: must be an object with a scenario per name');
  const all = Object.entries({ ...builtInScenarios, ...own });
  return new Map(
    all.map(([name, value]) => [name, readScenario(value, documented, `scenario "${name}"`)]),
  );
}

function readScenario(value: unknown, documented: Documented, where: string): ReadScenario {
  if (!isObject(value))
    throw new MockError(`${where}: must be an object with a list of steps per operation`);
  const { repeat = false, '*': everywhere = [], ...own } = value;
  if (typeof repeat !== 'boolean') throw new MockError(`${where}: "repeat" must be true or false`);
  const steps = new Map<string, readonly Step[]>();
  for (const [operation, given] of [...Object.entries(own), ['*', everywhere]]) {
    for (const [id, added] of readStepsFor(operation, given, documented, `${where}, `))
      steps.set(id, [...(steps.get(id) ?? []), ...added]);
  }
  return { steps, repeat };
}

/** With `*`, an operation leaves out the steps whose response it does not document. @throws MockError */
export function readStepsFor(
  operation: unknown,
  given: unknown,
  documented: Documented,
  before = '',
): ReadScenario['steps'] {
  const { operations, explain } = documented;
  const ids = operations.filter((id) => operation === '*' || operation === id);
  if (ids.length === 0)
    throw new MockError(
      `${before}no operation "${operation}"; the operations are ${operations.join(', ')}, or * for all`,
    );
  if (!Array.isArray(given)) throw new MockError(`${before}${operation}: must be a list of steps`);
  const steps = given.map((value: unknown, index) => {
    const where = `${before}${operation}, step ${index + 1}`;
    const step = readStep(value, where);
    if (ids.some((id) => fits(id, step, documented))) return step;
    const missing = ids.map((id) => explain(id, step)).join('. ');
    throw new MockError(`${where}: ${missing}. To send any response, add a "body"`);
  });
  const fitting = ids.map(
    (id) => [id, steps.filter((step) => fits(id, step, documented))] as const,
  );
  // No steps at all end what is repeated. Steps that fit only other operations do not.
  return new Map(fitting.filter(([, own]) => own.length > 0 || steps.length === 0));
}

function fits(operation: string, { status, example, body }: Step, { has }: Documented): boolean {
  if (example === undefined && (status === undefined || body !== undefined)) return true;
  return has(operation, { status, example });
}

/** Gives the steps of each operation in their order: to each request, the first one left that matches it. */
export type Sequence = (operation: string, request: ComparedRequest) => Step | undefined;

export function createSequence({ steps, repeat }: ReadScenario): Sequence {
  // Each operation has its own, so that parallel calls do not take each other's steps.
  const left = new Map<string, Step[]>();
  const refill = (operation: string) => {
    const all = [...(steps.get(operation) ?? [])];
    left.set(operation, all);
    return all;
  };
  return (operation, request) =>
    takeStep(left.get(operation) ?? refill(operation), request) ??
    (repeat ? takeStep(refill(operation), request) : undefined);
}

/** Takes the first step that matches the request out of the list. */
export function takeStep(steps: Step[], request: ComparedRequest): Step | undefined {
  const at = steps.findIndex(({ when = {} }) => matches(request, when));
  return at < 0 ? undefined : steps.splice(at, 1)[0];
}
