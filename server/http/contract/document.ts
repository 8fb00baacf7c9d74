import { createRequire } from 'node:module';
import type { HttpMethod } from './find-path.ts';

/** When and how an operation ends: `x-deprecation`, next to `deprecated: true`. The linter checks its form. */
export interface Deprecation {
  /** Days in UTC, such as `2027-01-01`: from `since` on, new clients should not use it; after `sunset`, it may be gone. */
  readonly since: string;
  readonly sunset: string;
  /** A page that explains what to use instead. */
  readonly link: string;
  /** The id of the operation that replaces it. */
  readonly successor?: string;
}

export interface OperationObject {
  readonly operationId: string;
  readonly deprecated?: boolean;
  readonly 'x-deprecation'?: Deprecation;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, unknown>> };
}

/** The part of the bundled contract that the server reads: the operation for each path and method. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<HttpMethod, OperationObject>>>>>;
}

/** The bundled contract. The import `#openapi` works from source and from a build. */
export function loadDocument(): OpenApiDocument {
  return createRequire(import.meta.url)('#openapi');
}
