import { type Fault, Problem, type Reason } from '../server/http/problem.ts';
import { type Contract, type ExampleObject, nameIn } from './contract.ts';
import type { Match } from './match.ts';
import { MockError } from './mock-error.ts';

interface Wanted {
  readonly code?: number;
  readonly example?: string;
}

/**
 * The documented answer of an operation with this code, this example, or both: the payload of a success.
 * @throws Problem for a documented failure, with the headers that the service gives it; MockError when there is none.
 */
export function documented(contract: Contract, match: Match, { code, example }: Wanted): object {
  const answers = answersOf(contract, match).filter(
    (answer) => (code ?? answer.code) === answer.code && (example ?? answer.name) === answer.name,
  );
  const [first] = answers;
  if (first === undefined) throw new MockError(`${match.id} has ${list(answersOf(contract, match))}`);
  const { status, data } = first.value;
  if (status.reason === undefined) return data ?? {};
  // The examples are held against the contract, and the table of problems is typed by it.
  const reason = status.reason as Reason;
  const faults = data?.errors as readonly Fault[] | undefined;
  throw new Problem(reason, { headers: headersOf(reason, match), ...(faults && { faults }) });
}

interface DocumentedAnswer {
  readonly code: number;
  readonly name: string;
  readonly value: ExampleObject['value'];
}

/** Every documented answer of an operation, in the order of the contract. */
export function answersOf({ components }: Contract, { object }: Pick<Match, 'object'>): DocumentedAnswer[] {
  return Object.entries(object.responses).flatMap(([code, reference]) => {
    const examples = components.responses[nameIn(reference)]?.content['application/json'].examples ?? {};
    return Object.entries(examples).flatMap(([name, example]) => {
      const value = components.examples[nameIn(example)]?.value;
      return value === undefined ? [] : [{ code: Number(code), name, value }];
    });
  });
}

// What the service adds to the table where it throws these.
function headersOf(reason: Reason, { allow }: Match): Record<string, string> {
  if (reason === 'method_not_allowed') return { Allow: allow };
  return reason === 'rate_limited' ? { 'Retry-After': '30' } : {};
}

function list(answers: readonly DocumentedAnswer[]): string {
  return answers.map(({ code, name }) => `code=${code}, example=${name}`).join('; ');
}
