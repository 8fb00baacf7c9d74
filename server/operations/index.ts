import type { Handlers } from '../http/run-operation.ts';
import { generateApiKey } from './generate-api-key.ts';
import { login } from './login.ts';
import type { Operation, OperationId } from './operation.ts';
import { revokeApiKey } from './revoke-api-key.ts';

/** The registry, with one line per operation. It does not compile when an operation of the contract is missing. */
export const operations = {
  login,
  generateApiKey,
  revokeApiKey,
} as const satisfies { readonly [Id in OperationId]: Operation<Id, never> };

type Operations = (typeof operations)[keyof typeof operations];
type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** What all operations need together. Each operation declares its own part. */
export type Deps = Intersection<Parameters<Operations>[0]>;

export function bindOperations(deps: Deps): Handlers {
  const bound = Object.entries(operations).map(
    ([id, operation]): [string, (input: never) => Promise<object>] => [
      id,
      (input) => operation(deps, input),
    ],
  );
  // Each id is bound to the operation of that id, whose type the registry checks.
  return Object.fromEntries(bound) as Handlers;
}
