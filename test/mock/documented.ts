import { readFileSync } from 'node:fs';

interface Reference {
  readonly $ref: string;
}

interface Value {
  readonly status: { readonly message: string; readonly reason?: string };
  readonly data?: unknown;
}

interface Example {
  readonly value: Value;
}

interface Response {
  readonly content: Readonly<
    Record<string, { readonly examples: Readonly<Record<string, Example | Reference>> }>
  >;
}

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Response | Reference>>;
  readonly requestBody?: unknown;
}

interface Bundle {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

export interface DocumentedResponse {
  readonly operation: string;
  readonly method: string;
  readonly target: string;
  readonly hasBody: boolean;
  readonly code: number;
  readonly example: string;
  /** The whole body of the response. */
  readonly value: Value;
}

/** Every named response of the contract, read without the mock's own code. */
export function createDocumentedResponses(): DocumentedResponse[] {
  const bundle: Bundle = JSON.parse(
    readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8'),
  );
  return Object.entries(bundle.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { operationId, responses, requestBody }]) =>
      Object.entries(responses).flatMap(([code, response]) => {
        const { content } = resolve<Response>(bundle, response);
        return Object.entries(content['application/json']?.examples ?? {}).map(([example, reference]) => ({
          operation: operationId,
          method: method.toUpperCase(),
          target: path.replace('{id}', 'key_0123456789abcdefABCDEF'),
          hasBody: requestBody !== undefined,
          code: Number(code),
          example,
          value: resolve<Example>(bundle, reference).value,
        }));
      }),
    ),
  );
}

function resolve<Found extends object>(bundle: Bundle, given: Found | Reference): Found {
  if (!('$ref' in given)) return given;
  const found = given.$ref
    .split('/')
    .slice(1)
    .reduce<unknown>((value, name) => Object(value)[name], bundle);
  if (found === undefined) throw new Error(`the contract has no ${given.$ref}`);
  // The linter checks that a reference leads to an object of the kind that its place requires.
  return found as Found;
}
