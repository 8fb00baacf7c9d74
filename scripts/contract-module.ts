interface Document {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly responses: Readonly<Record<string, Response>>;
    readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
    readonly schemas: Readonly<Record<string, { readonly enum?: readonly string[] }>>;
  };
}

interface Reference {
  readonly $ref: string;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly security?: readonly unknown[];
  readonly responses: Readonly<Record<string, Reference>>;
}

interface Response {
  readonly content: Readonly<Record<string, { readonly examples: Readonly<Record<string, Reference>> }>>;
}

interface Failure {
  readonly code: number;
  readonly message: string;
  readonly reason: string;
}

/**
 * The module that programs import by the name of the package: the operations, the failures of each, and the types, with
 * nothing to load. @throws when a reason has no example, or examples tell one differently.
 */
export function contractModuleOf({ info, paths, components }: Document): string {
  const reasons = components.schemas.Reason?.enum ?? [];
  const told = Object.values(paths)
    .flatMap((item) => Object.values(item))
    .flatMap((operation) => failuresOf(operation, components));
  const failures = reasons.map((reason) => [reason, only(reason, told)] as const);
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => [
      operation.operationId,
      {
        method: method.toUpperCase(),
        path,
        summary: operation.summary,
        takesAccessToken: operation.security?.length !== 0,
        failures: [...new Set(failuresOf(operation, components).map(({ reason }) => reason))],
      },
    ]),
  );
  const types = Object.keys(components.schemas).map(
    (name) => `export type ${name} = components['schemas']['${name}'];\n`,
  );
  return `import type { components } from './types.ts';

export type { components, paths } from './types.ts';

${types.join('')}
/** Of the contract, as \`info.version\`; the package has its own. */
export const contractVersion = ${JSON.stringify(info.version)};

/** By id: how each operation is called, and the reasons for which it may fail. Paths are relative to the base address. */
export const operations = ${JSON.stringify(Object.fromEntries(operations), null, 2)} as const;

export type OperationId = keyof typeof operations;

/** By reason: the status, in HTTP and in the envelope, and the message. */
export const failures = ${JSON.stringify(Object.fromEntries(failures), null, 2)} as const satisfies Record<Reason, Pick<FailureStatus, 'code' | 'message'>>;

/** Every reason there is in this version. Later ones may add some: treat one that you do not know by its code. */
export const reasons: readonly Reason[] = ${JSON.stringify(reasons, null, 2)};
`;
}

function failuresOf({ responses }: Operation, components: Document['components']): Failure[] {
  return Object.values(responses)
    .map((reference) => components.responses[nameIn(reference)])
    .flatMap((response) => Object.values(response?.content['application/json']?.examples ?? {}))
    .map((reference) => components.examples[nameIn(reference)]?.value)
    .flatMap((value) => {
      // The linter holds every example against the schema of the envelope.
      const { status } = value as { status: Failure };
      return status.reason === undefined ? [] : [status];
    });
}

function only(reason: string, told: readonly Failure[]): Pick<Failure, 'code' | 'message'> {
  const ways = new Set(
    told
      .filter((failure) => failure.reason === reason)
      .map(({ code, message }) => JSON.stringify({ code, message })),
  );
  const [way, ...others] = ways;
  if (way === undefined || others.length > 0)
    throw new Error(`The reason ${reason} has ${ways.size} statuses among the examples; it must have one.`);
  return JSON.parse(way);
}

function nameIn({ $ref }: Reference): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}
