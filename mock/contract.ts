import { mockDocument } from '../generated/mock-document.ts';
import type { OperationObject } from '../server/http/contract/document.ts';
import type { HttpMethod } from '../server/http/http-methods.ts';

export interface Example {
  readonly status: { readonly code: number; readonly reason?: string };
  readonly data?: Readonly<Record<string, unknown>>;
}

export interface ContractOperation extends OperationObject {
  /** By code, then by the name of the example: which one it is. */
  readonly responses: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** What the mock reads of the contract. */
export interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<HttpMethod, ContractOperation>>>>>;
  readonly examples: Readonly<Record<string, Example>>;
  /** The names of members that must never be shown. */
  readonly secrets: readonly string[];
}

/** A module and not a file to read: so it is there in a page too. */
export const contract: Contract = mockDocument;
