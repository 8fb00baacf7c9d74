import { mockDocument } from '../../generated/mock-document.ts';
import { type InvalidField, Problem, type Reason } from '../../service/http/problem.ts';
import type { MockContext } from '../context.ts';
import type { MatchedOperation } from '../find-operation.ts';
import { MockError } from '../mock-error.ts';
import { failureReply, type Reply, successReply } from '../reply.ts';

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
  const describe = (operation: string) => {
    const known = responses.get(operation) ?? [];
    return `${operation} has ${known.map(({ code, name }) => `code=${code}, example=${name}`).join('; ')}`;
  };
  return {
    operations: [...responses.keys()],
    has: (operation: string, wanted: Wanted) => find(operation, wanted) !== undefined,
    describe,
    /** The first response that is wanted, with the headers that the service gives it. @throws MockError when there is none */
    reply: (wanted: Wanted, context: MockContext): Reply => {
      const { operation } = context;
      if (operation === undefined) throw new Error('a documented response is one of an operation');
      const found = find(operation.id, wanted);
      if (found === undefined) throw new MockError(describe(operation.id));
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

interface Example {
  readonly status: { readonly code: number; readonly reason?: string };
  readonly data?: Readonly<Record<string, unknown>>;
}

export interface ContractOperation {
  readonly operationId: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly requestBody?: { readonly required?: boolean };
  /** The names of the examples, by status and then by their name in the response. */
  readonly responses: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export interface MockContract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ContractOperation>>>>;
  readonly examples: Readonly<Record<string, Example>>;
  /** The names of fields that must never be shown. */
  readonly secrets: readonly string[];
}

/** A module, because a page in a browser cannot read a file. */
export const mockContract: MockContract = mockDocument;
