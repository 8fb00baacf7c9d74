// What the package exports: the client, and the types and constants of the contract.
export * from '../generated/contract.ts';
export { type Client, createClient, type ResultMethods } from './create-client.ts';
export {
  ApiFailure,
  type ClientReason,
  type FailureDetails,
  type FailureReason,
  type OperationFailure,
  type Result,
  type UnknownReason,
} from './failure.ts';
export type * from './options.ts';
export type { GenerateApiKeyResult, LoginResult, RevokeApiKeyResult } from './results.ts';
