import type { Operation, OperationId } from '../http/operation.ts';
import type { Handlers } from '../http/route.ts';
import { type GenerateApiKeyDeps, generateApiKey } from './generate-api-key.ts';
import { type LoginDeps, login } from './login.ts';
import { type RevokeApiKeyDeps, revokeApiKey } from './revoke-api-key.ts';

/** The registry: an operation of the contract that is missing here does not compile. */
export const operations = {
  login,
  generateApiKey,
  revokeApiKey,
} as const satisfies { readonly [Id in OperationId]: Operation<Id, never> };

export type Deps = LoginDeps & GenerateApiKeyDeps & RevokeApiKeyDeps;

/** Gives the operations what they need; what comes out asks only for the input of a request. */
export function bindOperations(deps: Deps): Handlers {
  return {
    login: (input) => operations.login(deps, input),
    generateApiKey: (input) => operations.generateApiKey(deps, input),
    revokeApiKey: (input) => operations.revokeApiKey(deps, input),
  };
}
