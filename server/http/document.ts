/** The methods that a path of OpenAPI can have, in the order in which `Allow` names them. */
export const httpMethods = [
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
] as const;
export type HttpMethod = (typeof httpMethods)[number];

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
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, unknown>>;
  };
}

/** The part of the bundled contract that the server reads: the operation for each path and method. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<HttpMethod, OperationObject>>>>>;
}

export interface OperationChecks {
  /** Checks the body of a request. Missing where the contract has rules for parameters of the path or the query. */
  readonly request?: CompiledCheck;
  /** Checks the headers of a request, by their names in lower case. Missing where the contract describes none. */
  readonly headers?: CompiledCheck;
  /** Checks the body of a response, by its status. */
  readonly responses: Readonly<Record<number, CompiledCheck>>;
}

/** By the id of an operation. `npm run generate` compiles them from the contract. */
export type Checks = Readonly<Record<string, OperationChecks>>;

/** A schema that `npm run generate` compiled. It returns whether a value is valid, and stores the errors in `errors`. */
export interface CompiledCheck<Found extends SchemaError = SchemaError> {
  (value: unknown): boolean;
  readonly errors?: readonly Found[] | null;
}

/** An error of Ajv. These fields contain nothing of the value. */
export interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly message?: string;
}
