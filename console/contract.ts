import type { components, operations } from '../generated/types.ts';

export type OperationId = keyof operations;
export type Reason = components['schemas']['Reason'];

/** An answer that the contract shows by an example: a mock gives it when asked by code and name. */
export interface DocumentedAnswer {
  readonly code: number;
  readonly name: string;
  readonly summary: string;
}

/** What the page knows of the contract. All of it is read from the document when the page is built. */
export interface Contract {
  /** Names of the members that the document marks with `x-secret`. */
  readonly secretNames: readonly string[];
  /** Regular expressions for those of them that have a form of their own, without anchors. */
  readonly secretForms: readonly string[];
  /** The headers that any answer may carry, in lower case. */
  readonly headers: readonly string[];
  /** What to do about each failure, with code in backticks. */
  readonly advice: Readonly<Record<Reason, string>>;
  readonly answers: Readonly<Record<OperationId, readonly DocumentedAnswer[]>>;
}

// The build puts the facts in the place of this name.
declare const contractFacts: Contract;

export const contract: Contract = contractFacts;
