import type { Reason } from '../generated/contract.ts';
import type { operations } from '../generated/types.ts';

export type OperationId = keyof operations;
export type { Reason };

/** A response that has an example in the contract. A mock returns it when `Prefer` names its code and name. */
export interface DocumentedResponse {
  readonly code: number;
  readonly name: string;
  readonly summary: string;
}

/** What the page knows about the contract. The build reads it from the document. */
export interface EmbeddedContract {
  readonly secretNames: readonly string[];
  /** Regular expressions, without anchors, for the secrets that have a pattern. */
  readonly secretPatterns: readonly string[];
  readonly headers: readonly string[];
  readonly advice: Readonly<Record<Reason, string>>;
  readonly responses: Readonly<Record<OperationId, readonly DocumentedResponse[]>>;
}

// The build replaces this name with the value.
declare const embeddedContract: EmbeddedContract;

export const contract: EmbeddedContract = embeddedContract;
