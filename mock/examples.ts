import { type Fault, Problem, type Reason } from '../server/http/problem.ts';
import type { Contract, ContractOperation, Example } from './contract.ts';
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
export type Documented = (match: Match, wanted: Wanted) => object;

export function createDocumented(contract: Contract): Documented {
  const answers = new Map(
    Object.values(contract.paths)
      .flatMap((item) => Object.values(item))
      .map((object) => [object.operationId, answersOf(contract, object)]),
  );
  return (match, wanted) => pick(answers.get(match.id) ?? [], match, wanted);
}

function pick(answers: readonly DocumentedAnswer[], match: Match, { code, example }: Wanted): object {
  const found = answers.find(
    (answer) => (code ?? answer.code) === answer.code && (example ?? answer.name) === answer.name,
  );
  if (found === undefined) throw new MockError(`${match.id} has ${list(answers)}`);
  const { status, data } = found.value;
  if (status.reason === undefined) return data ?? {};
  // The examples are held against the contract, and the table of problems is typed by it.
  const reason = status.reason as Reason;
  const faults = data?.errors as readonly Fault[] | undefined;
  throw new Problem(reason, { headers: headersOf(reason, match), ...(faults && { faults }) });
}

interface DocumentedAnswer {
  readonly code: number;
  readonly name: string;
  readonly value: Example;
}

// In the order of the contract.
function answersOf({ examples }: Contract, { responses }: ContractOperation): DocumentedAnswer[] {
  return Object.entries(responses).flatMap(([code, named]) =>
    Object.entries(named).flatMap(([name, example]) => {
      const value = examples[example];
      return value === undefined ? [] : [{ code: Number(code), name, value }];
    }),
  );
}

// What the service adds to the table where it throws these.
function headersOf(reason: Reason, { allow }: Match): Record<string, string> {
  if (reason === 'method_not_allowed') return { Allow: allow };
  return reason === 'rate_limited' ? { 'Retry-After': '30' } : {};
}

function list(answers: readonly DocumentedAnswer[]): string {
  return answers.map(({ code, name }) => `code=${code}, example=${name}`).join('; ');
}
