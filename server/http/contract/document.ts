import { createRequire } from 'node:module';
import type { HttpMethod } from './find-path.ts';

/** How an operation ends: `x-deprecation`, which stands beside `deprecated: true`. The linter holds its form. */
export interface Deprecation {
  /** Days in UTC, such as `2027-01-01`: since when not to build upon it, and from when it may be gone. */
  readonly since: string;
  readonly sunset: string;
  /** A page that says what to do instead. */
  readonly link: string;
  /** The id of the operation that takes its place. */
  readonly successor?: string;
}

export interface OperationObject {
  readonly operationId: string;
  readonly deprecated?: boolean;
  readonly 'x-deprecation'?: Deprecation;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, unknown>> };
}

/** What the server reads of the bundled contract: which operation answers which method of which path. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<HttpMethod, OperationObject>>>>>;
}

/** The bundle, found by the package's own name for it: the same from source and from a build. */
export function loadDocument(): OpenApiDocument {
  return createRequire(import.meta.url)('#openapi');
}
