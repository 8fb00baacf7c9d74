import type { Document, Example, RequestBody, Response, Schema } from '../contract/document.ts';
import type { OperationEntry } from '../contract/operations.ts';
import { resolve } from '../contract/resolve.ts';

/** A value that a sample takes from its environment. */
export interface Setting {
  readonly name: string;
  readonly variable: string;
  readonly needed: boolean;
}

/** What a sample of an operation has to do, in any language. */
export interface Call {
  readonly id: string;
  readonly summary: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Setting[];
  /** The fields of the body; `undefined` where there is none. */
  readonly body: readonly Setting[] | undefined;
  readonly takesToken: boolean;
  /** The fields of the response's `data` that the sample prints. */
  readonly shown: readonly string[];
  /** Whether the service may require a one-time code. */
  readonly mayNeedCode: boolean;
}

export const baseUrl: Setting = { name: 'base_url', variable: 'ACCOUNT_ACCESS_URL', needed: true };
export const token: Setting = { name: 'access_token', variable: 'ACCOUNT_ACCESS_TOKEN', needed: true };

export function callOf(document: Document, entry: OperationEntry): Call {
  const { operation, method, path } = entry;
  const success = Object.entries(operation.responses).find(([code]) => code.startsWith('2'))?.[1];
  if (success === undefined) throw new Error(`${operation.operationId} has no successful response`);
  const unauthorized = operation.responses['401'];
  return {
    id: operation.operationId,
    summary: operation.summary ?? operation.operationId,
    method: method.toUpperCase(),
    path,
    parameters: entry.parameters
      .map((parameter) => resolve(document, parameter).element)
      .filter((parameter) => parameter.in === 'path')
      .map(({ name }) => ({ name, variable: variableOf(name === 'id' ? 'key_id' : name), needed: true })),
    body: bodyOf(document, operation.requestBody, namesOf(document, success)),
    takesToken: (operation.security ?? []).length > 0,
    shown: shownOf(document, success),
    mayNeedCode: unauthorized !== undefined && namesOf(document, unauthorized).includes('otp_required'),
  };
}

/** Every setting of a sample, the address first. */
export function settingsOf(call: Call): Setting[] {
  return [baseUrl, ...(call.takesToken ? [token] : []), ...call.parameters, ...(call.body ?? [])];
}

function variableOf(name: string): string {
  return `ACCOUNT_ACCESS_${name.toUpperCase()}`;
}

// A field is needed when every successful example has it: the schema of a login allows a request without password, which fails.
function bodyOf(
  document: Document,
  body: OperationEntry['operation']['requestBody'],
  successes: readonly string[],
): Setting[] | undefined {
  if (body === undefined) return undefined;
  const media = resolve<RequestBody>(document, body).element.content['application/json'];
  if (media?.schema === undefined) throw new Error('a request body is described as JSON');
  const accepted = successes.map((name) => {
    const example = media.examples?.[name];
    const value = example && resolve<Example>(document, example).element.value;
    return Object.keys(value ?? {});
  });
  return Object.keys(resolve<Schema>(document, media.schema).element.properties ?? {}).map((name) => ({
    name,
    variable: variableOf(name),
    needed: accepted.length > 0 && accepted.every((fields) => fields.includes(name)),
  }));
}

// Secrets that no later response contains, what the next call needs, and messages for people.
function shownOf(document: Document, success: OperationEntry['operation']['responses'][string]): string[] {
  const schema = resolve<Response>(document, success).element.content?.['application/json']?.schema;
  const envelope = schema && resolve<Schema>(document, schema).element;
  const data = envelope?.properties?.data;
  const fields = data && resolve<Schema>(document, data).element.properties;
  return Object.entries(fields ?? {})
    .filter(([name, field]) => name === 'id' || name === 'message' || 'x-secret' in field)
    .map(([name]) => name);
}

function namesOf(document: Document, response: OperationEntry['operation']['responses'][string]): string[] {
  const media = resolve<Response>(document, response).element.content?.['application/json'];
  return Object.keys(media?.examples ?? {});
}
