import { type Context, openContext } from '../server/http/context.ts';
import { sendData, sendProblem } from '../server/http/envelope.ts';
import { type InvalidField, Problem, type Reason } from '../server/http/problem.ts';
import type { Contract, ContractOperation, Example } from './contract.ts';
import type { Match } from './match.ts';
import { MockError } from './mock-error.ts';
import { createDraft } from './reply.ts';
import type { Reply } from './transport.ts';

interface Wanted {
  readonly code: number | undefined;
  readonly example: string | undefined;
}

/**
 * The documented answer of an operation with this code, this example, or both, with the headers that the service gives it.
 * @throws MockError when there is none.
 */
export type Documented = (
  match: Match,
  wanted: Wanted,
  asked: Pick<Context, 'traceId' | 'startedAt'>,
) => Reply;

export function createDocumented(contract: Contract): Documented {
  const answers = new Map(
    Object.values(contract.paths)
      .flatMap((item) => Object.values(item))
      .map((object) => [object.operationId, answersOf(contract, object)]),
  );
  return (match, { code, example }, asked) => {
    const known = answers.get(match.id) ?? [];
    const found = known.find(
      (answer) => (code ?? answer.code) === answer.code && (example ?? answer.name) === answer.name,
    );
    if (found === undefined) throw new MockError(`${match.id} has ${list(known)}`);
    found.written ??= write(found.value, match);
    return found.written(asked);
  };
}

interface DocumentedAnswer {
  readonly code: number;
  readonly name: string;
  readonly value: Example;
  written?: (asked: Parameters<Documented>[2]) => Reply;
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

const traceMark = '0'.repeat(32);

// An answer is written once, as the service writes it; then only what differs from request to request is put in.
function write(
  { status: { reason }, data }: Example,
  match: Match,
): (asked: Parameters<Documented>[2]) => Reply {
  const { response, reply } = createDraft(undefined);
  openContext(response, { traceId: traceMark, startedAt: performance.now() });
  if (reason === undefined) sendData(response, data ?? {});
  else sendProblem(response, problemOf(reason, data, match));
  const { status, headers, body } = reply();
  const [head = '', tail = ''] = body.split(traceMark);
  const [middle = '', end] = tail.split(/(?<="latency_ms":)\d+/);
  return ({ traceId, startedAt }) => ({
    status,
    headers,
    body:
      end === undefined
        ? head + traceId + tail
        : head + traceId + middle + Math.round(performance.now() - startedAt) + end,
  });
}

function problemOf(name: string, data: Example['data'], match: Match): Problem {
  // The examples are held against the contract, and the table of problems is typed by it.
  const reason = name as Reason;
  const invalidFields = data?.errors as readonly InvalidField[] | undefined;
  return new Problem(reason, { headers: headersOf(reason, match), ...(invalidFields && { invalidFields }) });
}

// What the service adds to the table where it throws these.
function headersOf(reason: Reason, { allow }: Match): Record<string, string> {
  if (reason === 'method_not_allowed') return { Allow: allow };
  return reason === 'rate_limited' ? { 'Retry-After': '30' } : {};
}

function list(answers: readonly DocumentedAnswer[]): string {
  return answers.map(({ code, name }) => `code=${code}, example=${name}`).join('; ');
}
