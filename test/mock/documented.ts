import { readFileSync } from 'node:fs';

interface Reference {
  readonly $ref: string;
}

interface Bundle {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly responses: Readonly<
      Record<string, { content: Record<string, { examples: Record<string, Reference> }> }>
    >;
    readonly examples: Readonly<Record<string, { value: Value }>>;
  };
}

interface Value {
  readonly status: { readonly message: string; readonly reason?: string };
  readonly data?: unknown;
}

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Reference>>;
  readonly requestBody?: unknown;
}

export interface DocumentedAnswer {
  readonly operation: string;
  readonly method: string;
  readonly target: string;
  readonly hasBody: boolean;
  readonly code: number;
  readonly example: string;
  /** The whole answer. */
  readonly value: Value;
}

/** Every answer with a name that the contract has, without the mock's own reading of it. */
export function createDocumentedAnswers(): DocumentedAnswer[] {
  const { paths, components }: Bundle = JSON.parse(
    readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8'),
  );
  const name = ({ $ref }: Reference) => $ref.slice($ref.lastIndexOf('/') + 1);
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { operationId, responses, requestBody }]) =>
      Object.entries(responses).flatMap(([code, response]) =>
        Object.entries(components.responses[name(response)]?.content['application/json']?.examples ?? {}).map(
          ([example, reference]) => ({
            operation: operationId,
            method: method.toUpperCase(),
            target: path.replace('{id}', 'key_0123456789abcdefABCDEF'),
            hasBody: requestBody !== undefined,
            code: Number(code),
            example,
            value: exampleNamed(components.examples, name(reference)),
          }),
        ),
      ),
    ),
  );
}

function exampleNamed(examples: Bundle['components']['examples'], name: string): Value {
  const value = examples[name]?.value;
  if (value === undefined) throw new Error(`the contract has no example ${name}`);
  return value;
}
