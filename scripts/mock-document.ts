interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly responses: Readonly<Record<string, Body>>;
    readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
    readonly schemas: Readonly<Record<string, object>>;
  };
}

interface Reference {
  readonly $ref: string;
}

interface Operation {
  readonly operationId: string;
  readonly deprecated?: boolean;
  readonly 'x-deprecation'?: unknown;
  readonly security?: unknown;
  readonly requestBody?: Pick<Body, 'content'> & { readonly required?: boolean };
  readonly responses: Readonly<Record<string, Reference>>;
}

interface Body {
  readonly content: Readonly<Record<string, { readonly examples?: Readonly<Record<string, Reference>> }>>;
}

/**
 * What the mock reads of the contract, and nothing else, so that it weighs little in a page: the operations, their documented
 * answers by code and name, and the names of members that are secret.
 */
export function mockDocumentOf({ paths, components }: Document): object {
  return {
    paths: mapValues(paths, (item) =>
      mapValues(item, ({ operationId, security, requestBody, responses, ...operation }) => ({
        operationId,
        ...(operation.deprecated === true && {
          deprecated: true,
          'x-deprecation': operation['x-deprecation'],
        }),
        ...(security !== undefined && { security }),
        ...(requestBody !== undefined && {
          requestBody: { content: mapValues(requestBody.content, () => ({})) },
        }),
        responses: mapValues(responses, (reference) => examplesOf(components.responses[nameIn(reference)])),
      })),
    ),
    examples: documentedIn(paths, components),
    secrets: secretNames(components.schemas),
  };
}

/** The component of each example, by its name in the response. */
function examplesOf(response: Body | undefined): Record<string, string> {
  return mapValues(response?.content['application/json']?.examples ?? {}, nameIn);
}

// Examples of requests are components too, and the mock answers with none of them.
function documentedIn(paths: Document['paths'], { responses, examples }: Document['components']): object {
  const named = Object.values(paths)
    .flatMap((item) => Object.values(item))
    .flatMap((operation) => Object.values(operation.responses))
    .flatMap((reference) => Object.values(examplesOf(responses[nameIn(reference)])));
  return Object.fromEntries([...new Set(named)].map((name) => [name, examples[name]?.value]));
}

/** The names of the members that carry `x-secret` in a schema. */
function secretNames(value: unknown): string[] {
  const names = new Set<string>();
  const walk = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return;
    for (const [name, member] of Object.entries(node)) {
      if (typeof member === 'object' && member !== null && 'x-secret' in member) names.add(name);
      walk(member);
    }
  };
  walk(value);
  return [...names];
}

function nameIn({ $ref }: Reference): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

function mapValues<Value, Mapped>(
  values: Readonly<Record<string, Value>>,
  change: (value: Value) => Mapped,
): Record<string, Mapped> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}
