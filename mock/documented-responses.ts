import { type Incoming, type MatchedOperation, type Outgoing, operationOf } from '../server/http/incoming.ts';
import { type InvalidField, Problem, type Reason } from '../server/http/problem.ts';
import { sendData, sendProblem } from '../server/http/steps/envelope.ts';
import type { ContractOperation, Example, MockContract } from './mock-contract.ts';
import { MockError } from './mock-error.ts';
import { createDraft, type Reply } from './transport.ts';

interface Wanted {
  readonly code: number | undefined;
  readonly example: string | undefined;
}

/**
 * Sends the documented response of the operation with this code, this example, or both, with the headers that the service
 * gives it. @throws MockError when there is none.
 */
export type SendDocumented = (wanted: Wanted, incoming: Incoming, outgoing: Outgoing) => void;

export function createDocumented(contract: MockContract): SendDocumented {
  const responses = new Map(
    Object.values(contract.paths)
      .flatMap((item) => Object.values(item))
      .map((object) => [object.operationId, responsesOf(contract, object)]),
  );
  return ({ code, example }, incoming, outgoing) => {
    const { id } = operationOf(incoming);
    const known = responses.get(id) ?? [];
    const found = known.find(
      (response) => (code ?? response.code) === response.code && (example ?? response.name) === response.name,
    );
    if (found === undefined) throw new MockError(`${id} has ${list(known)}`);
    found.fill ??= write(found.value, incoming);
    const { status, headers, body } = found.fill(incoming);
    outgoing.writeHead(status, headers).end(body);
  };
}

type Fill = (incoming: Pick<Incoming, 'traceId' | 'startedAt'>) => Reply;

interface DocumentedResponse {
  readonly code: number;
  readonly name: string;
  readonly value: Example;
  fill?: Fill;
}

// In the order of the contract.
function responsesOf({ examples }: MockContract, { responses }: ContractOperation): DocumentedResponse[] {
  return Object.entries(responses).flatMap(([code, named]) =>
    Object.entries(named).flatMap(([name, example]) => {
      const value = examples[example];
      return value === undefined ? [] : [{ code: Number(code), name, value }];
    }),
  );
}

const traceMark = '0'.repeat(32);

// A response is written once, as the service writes it. Later requests only fill in what differs between them.
function write({ status: { reason }, data }: Example, incoming: Incoming): Fill {
  const draft = createDraft(undefined);
  const marked = { ...incoming, traceId: traceMark };
  if (reason === undefined) sendData(marked, draft, data ?? {});
  else sendProblem(marked, draft, problemOf(reason, data, operationOf(incoming)));
  const { status, headers, body } = draft.reply();
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

function problemOf(name: string, data: Example['data'], operation: MatchedOperation): Problem {
  // The linter checks the examples against the contract, which has these reasons and fields.
  const reason = name as Reason;
  const invalidFields = data?.errors as readonly InvalidField[] | undefined;
  return new Problem(reason, {
    headers: headersOf(reason, operation),
    ...(invalidFields && { invalidFields }),
  });
}

// The headers that depend on the request.
function headersOf(reason: Reason, { allow }: MatchedOperation): Record<string, string> {
  if (reason === 'method_not_allowed') return { Allow: allow };
  return reason === 'rate_limited' ? { 'Retry-After': '30' } : {};
}

function list(responses: readonly DocumentedResponse[]): string {
  return responses.map(({ code, name }) => `code=${code}, example=${name}`).join('; ');
}
