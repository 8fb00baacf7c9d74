import type { Document, Operation, Parameter, PathItem, Reference, Schema } from './document.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

export interface OperationEntry {
  readonly path: string;
  /** In lower case. */
  readonly method: string;
  readonly operation: Operation;
  /** `generateApiKey` is `generate-api-key`. */
  readonly slug: string;
  /** Those of the path, then those of the operation. */
  readonly parameters: readonly (Parameter | Reference)[];
}

/** Every operation, in the order of the contract. */
export function operationsOf({ paths }: Document): OperationEntry[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = operationOf(item, method);
      if (operation === undefined) return [];
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
      return [{ path, method, operation, slug: kebab(operation.operationId), parameters }];
    }),
  );
}

function operationOf(item: PathItem, method: string): Operation | undefined {
  // Under the name of a method a path has nothing but an operation (OpenAPI 3.1.1, 4.8.9).
  return item[method] as Operation | undefined;
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The schemas that are marked with `x-secret`, by the names of their fields. */
export function secretFields({ components }: Document): ReadonlyMap<string, Schema> {
  const secrets = Object.values(components?.schemas ?? {}).flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, schema]) =>
      // A reference cannot carry the mark itself.
      '$ref' in schema || schema['x-secret'] !== true ? [] : [[name, schema as Schema] as const],
    ),
  );
  if (secrets.length === 0) throw new Error('the contract marks nothing as secret');
  return new Map(secrets);
}
