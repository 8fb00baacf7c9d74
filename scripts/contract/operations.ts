import { pointerParts, valueAt } from '../../conformance/engine/index.ts';
import type { Document, Example, MediaType, Operation, Reference, Schema } from './document.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

export type OperationEntry = ReturnType<typeof operationsOf>[number];

export function operationsOf({ paths }: Document) {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      // Under the name of a method a path has nothing but an operation (OpenAPI 3.1.1, 4.8.9).
      const operation = item[method] as Operation | undefined;
      if (operation === undefined) return [];
      // `generateApiKey` is `generate-api-key`.
      const slug = operation.operationId.replaceAll(
        /[A-Z]/g,
        (letter) => `-${letter.toLowerCase()}`,
      );
      // Those of the path, then those of the operation.
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
      return [{ path, method, operation, slug, parameters }];
    }),
  );
}

/** The named examples of an operation. The part is `request`, the name of a parameter, or the HTTP status of a response. */
export function examplesOf(document: Document, { operation, parameters }: OperationEntry) {
  const { requestBody, responses } = operation;
  const named = (
    part: string,
    isResponse: boolean,
    { examples = {} }: Pick<MediaType, 'examples'> = {},
  ) =>
    Object.entries(examples).map(([name, one]) => ({
      ...{ part, isResponse, name },
      example: resolve<Example>(document, one).element,
    }));
  const body = requestBody && resolve(document, requestBody).element.content['application/json'];
  return [
    ...parameters
      .map((one) => resolve(document, one).element)
      .flatMap((parameter) => named(parameter.name, false, parameter)),
    ...named('request', false, body),
    ...Object.entries(responses).flatMap(([status, one]) =>
      named(status, true, resolve(document, one).element.content?.['application/json']),
    ),
  ];
}

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

/** Follows a reference of the bundle, whose components are not references themselves. @returns `name` if it led to a component */
export function resolve<Element extends object>(
  document: Document,
  element: Element | Reference,
): { readonly element: Element; readonly name: string | undefined } {
  if (!isReference(element)) return { element, name: undefined };
  const pointer = decodeURIComponent(element.$ref);
  // The linter checks that a reference leads to a component of the kind that its place requires.
  const found = valueAt(document, pointer) as Element | undefined;
  if (found === undefined) throw new Error(`${element.$ref} leads nowhere`);
  return { element: found, name: pointerParts(pointer).at(-1) };
}

export function isReference(element: object): element is Reference {
  return '$ref' in element;
}
