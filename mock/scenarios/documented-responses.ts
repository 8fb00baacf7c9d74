import { type InvalidField, Problem, type Reason } from '../../server/http/problem.ts';
import type { MockContext } from '../context.ts';
import type { ContractOperation, Example, MockContract } from '../contract.ts';
import type { MatchedOperation } from '../find-operation.ts';
import { MockError } from '../mock-error.ts';
import { failureReply, successReply } from '../reply.ts';
import type { Reply } from '../transport.ts';

interface Wanted {
  readonly status?: number | undefined;
  readonly example?: string | undefined;
}

export type Documented = ReturnType<typeof createDocumented>;

export function createDocumented(contract: MockContract) {
  const responses = new Map(
    Object.values(contract.paths)
      .flatMap((item) => Object.values(item))
      .map((object) => [object.operationId, responsesOf(contract, object)]),
  );
  const find = (operation: string, { status, example }: Wanted) =>
    responses
      .get(operation)
      ?.find(({ code, name }) => (status ?? code) === code && (example ?? name) === name);
  /** Says that an operation does not have a response, and which ones it has: by status, because there are many. */
  const explain = (operation: string, { status, example }: Wanted) => {
    const names = new Map<number, Set<string>>();
    const all = responses.get(operation) ?? [];
    for (const { code, name } of all.toSorted((one, other) => one.code - other.code))
      names.set(code, (names.get(code) ?? new Set()).add(name));
    const known = [...names].map(([code, examples]) => `${code} ${[...examples].join(', ')}`);
    const wanted = [
      status !== undefined && `status ${status}`,
      example !== undefined && `example "${example}"`,
    ].filter(Boolean);
    return `${operation} has no ${wanted.join(' with the ')}; it has ${known.join('; ')}`;
  };
  return {
    operations: [...responses.keys()],
    has: (operation: string, wanted: Wanted) => find(operation, wanted) !== undefined,
    explain,
    /** The first response that is wanted, with the headers that the service gives it. @throws MockError when there is none */
    reply: (wanted: Wanted, context: MockContext): Reply => {
      const { operation } = context;
      if (operation === undefined) throw new Error('a documented response is one of an operation');
      const found = find(operation.id, wanted);
      if (found === undefined) throw new MockError(explain(operation.id, wanted));
      const { status, data } = found.value;
      if (status.reason === undefined) return successReply(context, data ?? {});
      return failureReply(context, problemOf(status.reason, data, operation));
    },
  };
}

// In the order of the contract.
function responsesOf({ examples }: MockContract, { responses }: ContractOperation) {
  return Object.values(responses).flatMap((named) =>
    Object.entries(named).flatMap(([name, example]) => {
      const value = examples[example];
      return value === undefined ? [] : [{ code: value.status.code, name, value }];
    }),
  );
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
