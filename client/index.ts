// What the package exports: the client, and the types and constants of the contract.
export * from '../generated/contract.ts';
export {
  type ApiCall,
  type Client,
  type ClientWithoutCredentials,
  createClient,
  type ResultMethods,
  type ResultMethodsWithToken,
} from './create-client.ts';
export type * from './failure.ts';
export { ApiFailure } from './failure.ts';
export type * from './options.ts';
export type { GenerateApiKeyResult, LoginResult, RevokeApiKeyResult } from './read-envelope.ts';
