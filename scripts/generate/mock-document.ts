import type { Document, MediaType } from '../contract/document.ts';
import { operationsOf, secretFields } from '../contract/operations.ts';
import { resolve } from '../contract/resolve.ts';

/**
 * What the mock reads of the contract, and nothing else, so that it adds little to the weight of a page: the operations,
 * their documented responses by code and name, and the names of the secret fields.
 */
export function mockDocumentOf(document: Document): object {
  const examples = new Map<string, unknown>();
  const paths: Record<string, Record<string, object>> = {};
  for (const { path, method, operation } of operationsOf(document)) {
    const { operationId, deprecated, security, requestBody, responses } = operation;
    const body = requestBody && resolve(document, requestBody).element;
    paths[path] = {
      ...paths[path],
      [method]: {
        operationId,
        ...(deprecated === true && { deprecated, 'x-deprecation': operation['x-deprecation'] }),
        ...(security !== undefined && { security }),
        ...(body !== undefined && {
          requestBody: { required: body.required ?? false, content: mapValues(body.content, () => ({})) },
        }),
        responses: mapValues(responses, (response) => {
          const json = resolve(document, response).element.content?.['application/json'];
          return nameExamples(document, json, operationId, examples);
        }),
      },
    };
  }
  return {
    paths,
    examples: Object.fromEntries(examples),
    secrets: [...secretFields(document).keys()],
  };
}

/** Collects the examples of a response, and returns which one each of its names stands for. */
function nameExamples(
  document: Document,
  { examples = {} }: MediaType = {},
  operationId: string,
  all: Map<string, unknown>,
): Record<string, string> {
  const named = Object.entries(examples).map(([name, reference]) => {
    const { value } = resolve(document, reference).element;
    // Operations share most failures. Where two show different values under one name, the second gets a longer name.
    const isTaken = all.has(name) && JSON.stringify(all.get(name)) !== JSON.stringify(value);
    const key = isTaken ? `${operationId}.${name}` : name;
    all.set(key, value);
    return [name, key];
  });
  return Object.fromEntries(named);
}

function mapValues<Value, Mapped>(
  values: Readonly<Record<string, Value>>,
  change: (value: Value) => Mapped,
): Record<string, Mapped> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}
