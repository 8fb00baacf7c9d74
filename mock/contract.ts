import { mockDocument } from '../generated/mock-document.ts';

export interface Example {
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
