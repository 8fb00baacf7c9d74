import type { Document, Example, Parameter, Response, Schema } from '../contract/document.ts';
import { statusOf } from '../contract/failures.ts';
import { examplesOf, type OperationEntry, operationsOf, resolve } from '../contract/operations.ts';

/** A call of an operation as a named example of the contract shows it: the request, and the response to it. */
export type Call = ReturnType<typeof callOf>;

/** The base address that the samples use. The page of the reference replaces it with that of the service that serves it. */
export function baseAddress({ servers = [] }: Document): string {
  const [server] = servers;
  if (server === undefined) throw new Error('the contract has no server');
  return server.url.replaceAll(
    /\{(\w+)\}/g,
    (whole, name) => server.variables?.[name]?.default ?? whole,
  );
}

/** The calls that the examples of an operation show, the most common first. */
export function callsOf(document: Document, entry: OperationEntry): Call[] {
  const requests = namedExamples(document, entry, false);
  const responses = namedExamples(document, entry, true);
  // An operation without input has no examples of requests: each success then shows a call.
  const successes = [...responses]
    .filter(([, { value }]) => statusOf(value).code < 300)
    .map(([name]) => name);
  return [...(requests.size > 0 ? requests.keys() : successes)].map((name) => {
    const response = responses.get(name);
    if (response === undefined)
      throw new Error(`${entry.operation.operationId} has no response for the example ${name}`);
    return callOf(document, entry, name, requests.get(name) ?? {}, response);
  });
}

function callOf(
  document: Document,
  entry: OperationEntry,
  name: string,
  example: Example,
  { summary: outcome = '', value: responded }: Example,
) {
  const { operation, method, path } = entry;
  const { code } = statusOf(responded);
  const { summary = outcome, value } = example;
  const parameters = entry.parameters.map((one) => resolve<Parameter>(document, one).element);
  const inPath = parameters
    .filter((one) => one.in === 'path')
    .map((one) => exampleValue(document, one, name));
  const values = inPath.values();
  const takesToken = (operation.security ?? []).length > 0;
  return {
    operationId: operation.operationId,
    name,
    summary,
    method: method.toUpperCase(),
    baseUrl: baseAddress(document),
    // With the values of its parameters.
    path: path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(values.next().value ?? '')),
    parameters: inPath,
    // A header that is optional is sent where the example is about it.
    headers: Object.fromEntries(
      parameters
        .filter(
          (one) => one.in === 'header' && (one.required || summary.includes(`\`${one.name}\``)),
        )
        .map((one) => [one.name, exampleValue(document, one, name)]),
    ),
    // The linter checks examples against their schemas, and every body is an object.
    body: operation.requestBody === undefined ? undefined : (value as object),
    takesToken,
    // What the client logs in with to get a token.
    credentials: takesToken ? credentialsOf(document) : undefined,
    // The fields of the response's `data` that the sample prints.
    shown: code < 300 ? shownOf(document, entry) : [],
    response: { code, summary: outcome, value: responded },
  };
}

function namedExamples(
  document: Document,
  entry: OperationEntry,
  ofResponses: boolean,
): Map<string, Example> {
  const found = examplesOf(document, entry).filter(({ isResponse }) => isResponse === ofResponses);
  return new Map(found.map(({ name, example }) => [name, example]));
}

function exampleValue(
  document: Document,
  { name, examples, schema }: Parameter,
  example: string,
): string {
  const named = examples?.[example];
  const value = named
    ? resolve<Example>(document, named).element.value
    : schema && resolve<Schema>(document, schema).element.example;
  if (typeof value !== 'string') throw new Error(`the parameter ${name} has no example`);
  return value;
}

/** The body of the first example of the operation that needs no token: the login. */
function credentialsOf(document: Document): object | undefined {
  const login = operationsOf(document).find(
    ({ operation }) =>
      operation.requestBody !== undefined && (operation.security ?? []).length === 0,
  );
  const [first] = login ? namedExamples(document, login, false).values() : [];
  // As above.
  return first?.value as object | undefined;
}

// Secrets that no later response contains, what the next call needs, and messages for people.
function shownOf(document: Document, { operation }: OperationEntry): string[] {
  const success = Object.entries(operation.responses).find(([code]) => code.startsWith('2'))?.[1];
  const schema =
    success && resolve<Response>(document, success).element.content?.['application/json']?.schema;
  const data = schema && resolve<Schema>(document, schema).element.properties?.data;
  const fields = data && resolve<Schema>(document, data).element.properties;
  return Object.entries(fields ?? {})
    .filter(([name, field]) => name === 'id' || name === 'message' || 'x-secret' in field)
    .map(([name]) => name);
}
