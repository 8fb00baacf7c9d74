import { createRequire } from 'node:module';
import type { HttpMethod } from './http-methods.ts';

export interface OperationObject {
  readonly operationId: string;
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
