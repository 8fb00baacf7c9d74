import { mockDocument } from '../generated/mock-document.ts';
import type { HttpMethod, OperationObject } from '../server/http/document.ts';

export interface Example {
  readonly status: { readonly code: number; readonly reason?: string };
  readonly data?: Readonly<Record<string, unknown>>;
}

export interface ContractOperation extends OperationObject {
  /** The names of the examples, by status and then by their name in the response. */
  readonly responses: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The part of the contract that the mock reads. */
export interface MockContract {
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<HttpMethod, ContractOperation>>>>>;
  readonly examples: Readonly<Record<string, Example>>;
  /** The names of fields that must never be shown. */
  readonly secrets: readonly string[];
}

/** A module, because a page in a browser cannot read a file. */
export const mockContract: MockContract = mockDocument;
