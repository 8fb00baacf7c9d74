import { createRequire } from 'node:module';
import type { HttpMethod, OpenApiDocument, OperationObject } from '../server/http/document.ts';

interface Reference {
  readonly $ref: string;
}

export interface ExampleObject {
  readonly value: {
    readonly status: { readonly code: number; readonly reason?: string };
    readonly data?: { readonly errors?: readonly unknown[] };
  };
}

interface ResponseObject {
  readonly content: {
    readonly 'application/json': { readonly examples: Readonly<Record<string, Reference>> };
  };
}

export interface ContractOperation extends OperationObject {
  readonly responses: Readonly<Record<string, Reference>>;
}

/** The bundle as the mock reads it: with answers, and their examples by name. */
export interface Contract extends OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<HttpMethod, ContractOperation>>>>>;
  readonly components: {
    readonly responses: Readonly<Record<string, ResponseObject>>;
    readonly examples: Readonly<Record<string, ExampleObject>>;
    readonly schemas: Readonly<Record<string, object>>;
  };
}

/** Our own bundle, whose responses and examples are all references: the contract's linter holds that. */
export function loadContract(): Contract {
  return createRequire(import.meta.url)('#openapi');
}

/** The name of the component that a reference of the bundle leads to. */
export function nameIn({ $ref }: Reference): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}
