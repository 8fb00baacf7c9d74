import { type ApiDocument, entriesAt, type Located } from './api-document.ts';
import { type Media, readMedia, withExamples } from './media.ts';
import { isJsonObject, type JsonObject, pointer } from './pointer.ts';
import { addressesIn } from './servers.ts';

export const methods: readonly string[] =
  'get put post delete options head patch trace query'.split(' ');

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required: boolean;
  readonly style: string;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  /** Of a parameter with `content`: its media type. */
  readonly contentType: string | undefined;
  /** The pointer to the schema. */
  readonly schema: string | undefined;
  readonly value: JsonObject;
}

interface RequestBody {
  readonly required: boolean;
  readonly media: readonly Media[];
  /** From which what is sent in it inherits. */
  readonly decision: string | undefined;
}

export interface ResponseSpec {
  /** `200`, `4XX` or `default`. */
  readonly status: string;
  readonly pointer: string;
  readonly media: readonly Media[];
  readonly headers: readonly (readonly [name: string, located: Located])[];
  readonly decision: string | undefined;
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tags: readonly string[];
  /** For people: empty where the document has none. */
  readonly summary: string;
  readonly description: string;
  /** The addresses of its own servers, or of those of its path. None: the servers of the document. */
  readonly servers: readonly string[];
  readonly pointer: string;
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | undefined;
  readonly responses: readonly ResponseSpec[];
  /** The alternatives: the names of the schemes that a request must satisfy together. Empty: no credentials. */
  readonly security: readonly (readonly string[])[];
  /** Whether nothing says which credentials it needs, although the document has schemes: then it may need any of them, or none. */
  readonly isSilent: boolean;
}

export function readOperations(document: ApiDocument): Operation[] {
  const operations: Operation[] = [];
  for (const path of entriesAt(document, '/paths')) {
    const [name, { pointer: at }] = path;
    if (!name.startsWith('/')) continue;
    for (const method of methods) {
      const located = document.resolve(`${at}/${method}`);
      if (located) operations.push(readOperation(document, method, located, path));
    }
    // OpenAPI 3.2: methods beyond the standard ones.
    for (const [method, located] of entriesAt(document, `${at}/additionalOperations`))
      operations.push(readOperation(document, method, located, path));
  }
  return withUniqueIds(operations);
}

/** Whether the document describes what a successful request returns. Some documents describe only failures. */
export function declaresSuccess({ responses }: Operation): boolean {
  return responses.some(({ status }) => /^([23]|default$)/.test(status));
}

function readOperation(
  document: ApiDocument,
  method: string,
  located: Located,
  [path, item]: readonly [string, Located],
): Operation {
  const { value } = located;
  const parameters = new Map<string, Parameter>();
  for (const holder of [item, located]) {
    const list = holder.value.parameters;
    for (const at of Array.isArray(list) ? list.keys() : []) {
      for (const parameter of readParameters(document, `${holder.pointer}/parameters/${at}`))
        parameters.set(`${parameter.in} ${parameter.name}`, parameter);
    }
  }
  const body = document.resolve(`${located.pointer}/requestBody`);
  const security = value.security ?? document.root.security;
  const schemes = entriesAt(document, '/components/securitySchemes').map(([name]) => name);
  const isSilent = security === undefined && schemes.length > 0;
  return {
    id: typeof value.operationId === 'string' ? value.operationId : `${method} ${path}`,
    method: method.toUpperCase(),
    path,
    tags: Array.isArray(value.tags) ? value.tags.map(String) : [],
    summary: typeof value.summary === 'string' ? value.summary : '',
    description: typeof value.description === 'string' ? value.description : '',
    servers: addressesIn(value.servers === undefined ? item.value : value),
    pointer: located.pointer,
    parameters: [...parameters.values()],
    body: body && {
      required: body.value.required === true,
      media: readMedia(document, body),
      decision: decisionOf(body.value),
    },
    responses: entriesAt(document, `${located.pointer}/responses`)
      .filter(([status]) => !status.startsWith('x-'))
      .map(([status, response]) => ({
        status,
        pointer: response.pointer,
        media: readMedia(document, response),
        headers: entriesAt(document, `${response.pointer}/headers`),
        decision: decisionOf(response.value),
      })),
    security: isSilent ? [[], ...schemes.map((name) => [name])] : alternativesIn(security),
    isSilent,
  };
}

function alternativesIn(security: unknown): string[][] {
  const all = Array.isArray(security) ? security : [];
  return all.filter(isJsonObject).map((one) => Object.keys(one));
}

// The sender of a request sets them. With other values, its bytes could be read as two requests.
const ofConnection =
  /^(connection|content-length|expect|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;

function readParameters(document: ApiDocument, at: string): Parameter[] {
  const located = document.resolve(at);
  const { name, in: place } = located?.value ?? {};
  if (!located || typeof name !== 'string') return [];
  if (place === 'querystring') return readQueryString(document, located);
  if (place !== 'path' && place !== 'query' && place !== 'header' && place !== 'cookie') return [];
  if (place === 'header' && ofConnection.test(name)) return [];
  const isForm = place === 'query' || place === 'cookie';
  const [content] = readMedia(document, located);
  const own = withExamples(document, located);
  const { example, examples } = content?.value ?? {};
  return [
    {
      name,
      in: place,
      required: place === 'path' || located.value.required === true,
      ...readStyle(located.value, isForm ? 'form' : 'simple'),
      contentType: content?.type,
      schema: content ? content.schema : schemaIn(located),
      value: content ? { ...own, ...given({ example, examples }) } : own,
    },
  ];
}

/** How a parameter or header is written. */
export function readStyle(value: JsonObject, usual: string) {
  const style = String(value.style ?? usual);
  const explode =
    typeof value.explode === 'boolean' ? value.explode : style === 'form' || style === 'cookie';
  return { style, explode, allowReserved: value.allowReserved === true };
}

function schemaIn({ pointer: at, value }: Located): string | undefined {
  return isJsonObject(value.schema) || typeof value.schema === 'boolean'
    ? `${at}/schema`
    : undefined;
}

function given(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** OpenAPI 3.2: a form as the whole query, whose fields are parameters like others. Queries in other formats are not sent. */
function readQueryString(document: ApiDocument, { pointer: at, value }: Located): Parameter[] {
  const form = 'application/x-www-form-urlencoded';
  const schema = document.resolve(`${at}${pointer('content', form, 'schema')}`);
  const required = Array.isArray(schema?.value.required) ? schema.value.required : [];
  return entriesAt(document, `${schema?.pointer ?? at}/properties`).map(([name, located]) => ({
    name,
    in: 'query',
    required: value.required === true && required.includes(name),
    style: 'form',
    explode: true,
    allowReserved: false,
    contentType: undefined,
    schema: located.pointer,
    value: located.value,
  }));
}

export function decisionOf(value: JsonObject): string | undefined {
  const decision = value['x-decision'];
  if (Array.isArray(decision)) return decision.join(', ');
  return typeof decision === 'string' ? decision : undefined;
}

// Check ids contain them, so they must be unique even where the document's are not.
function withUniqueIds(operations: readonly Operation[]): Operation[] {
  const seen = new Set<string>();
  return operations.map((operation) => {
    const id = seen.has(operation.id)
      ? `${operation.id} ${operation.method} ${operation.path}`
      : operation.id;
    seen.add(id);
    return { ...operation, id };
  });
}
