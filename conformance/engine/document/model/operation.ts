import { type ApiDocument, entriesAt, type Located } from './api-document.ts';
import { isJsonObject, type JsonObject, pointer } from './pointer.ts';

export const methods: readonly string[] = 'get put post delete options head patch trace query'.split(' ');

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required: boolean;
  readonly style: string;
  readonly explode: boolean;
  /** The pointer to the schema. Undefined when the parameter has `content`. */
  readonly schema: string | undefined;
  readonly pointer: string;
  readonly value: JsonObject;
}

export interface Media {
  readonly type: string;
  readonly pointer: string;
  readonly schema: string | undefined;
  readonly value: JsonObject;
  /** Of `multipart/form-data`: the content types of parts, by name, where they are no plain text. */
  readonly parts: Readonly<Record<string, string>>;
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
  readonly pointer: string;
  readonly parameters: readonly Parameter[];
  readonly body:
    | { readonly required: boolean; readonly pointer: string; readonly media: readonly Media[] }
    | undefined;
  readonly responses: readonly ResponseSpec[];
  /** The alternatives: the names of the schemes that a request must satisfy together. Empty: no credentials. */
  readonly security: readonly (readonly string[])[];
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
  return {
    id: typeof value.operationId === 'string' ? value.operationId : `${method} ${path}`,
    method: method.toUpperCase(),
    path,
    tags: Array.isArray(value.tags) ? value.tags.map(String) : [],
    pointer: located.pointer,
    parameters: [...parameters.values()],
    body: body && {
      required: body.value.required === true,
      pointer: body.pointer,
      media: readMedia(document, body),
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
    security: Array.isArray(security) ? security.filter(isJsonObject).map((one) => Object.keys(one)) : [],
  };
}

function readParameters(document: ApiDocument, at: string): Parameter[] {
  const located = document.resolve(at);
  const { name, in: place } = located?.value ?? {};
  if (!located || typeof name !== 'string') return [];
  if (place === 'querystring') return readQueryString(document, located);
  if (place !== 'path' && place !== 'query' && place !== 'header' && place !== 'cookie') return [];
  const isForm = place === 'query' || place === 'cookie';
  const style = String(located.value.style ?? (isForm ? 'form' : 'simple'));
  const explode = located.value.explode;
  return [
    {
      name,
      in: place,
      required: place === 'path' || located.value.required === true,
      style,
      explode: typeof explode === 'boolean' ? explode : style === 'form',
      schema: isJsonObject(located.value.schema) ? `${located.pointer}/schema` : undefined,
      pointer: located.pointer,
      value: withExamples(document, located),
    },
  ];
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
    schema: located.pointer,
    pointer: located.pointer,
    value: located.value,
  }));
}

function readMedia(document: ApiDocument, holder: Located): Media[] {
  return entriesAt(document, `${holder.pointer}/content`).map(([type, located]) => ({
    type,
    pointer: located.pointer,
    schema: located.value.schema === undefined ? undefined : `${located.pointer}/schema`,
    value: withExamples(document, located),
    parts: type.startsWith('multipart/') ? readParts(document, located) : {},
  }));
}

/** `format: binary`, `contentMediaType`, and `encoding`: what is not one of them is text, or JSON for an object. */
function readParts(document: ApiDocument, media: Located): Record<string, string> {
  const types: Record<string, string> = {};
  const branches = ['', ...[0, 1, 2, 3].map((at) => `/allOf/${at}`)];
  for (const branch of branches) {
    const schema = document.resolve(`${media.pointer}/schema`)?.pointer;
    const place = document.resolve(`${schema}${branch}`)?.pointer;
    for (const [name, { pointer, value }] of entriesAt(document, `${place}/properties`)) {
      const items = document.resolve(`${pointer}/items`)?.value;
      const { format, contentMediaType } = items ?? value;
      const encoding = document.resolve(`${media.pointer}/encoding/${name}`)?.value.contentType;
      // An encoding may list several types.
      if (typeof encoding === 'string')
        types[name] = encoding.split(',')[0]?.replace('*', 'png').trim() ?? '';
      else if (typeof contentMediaType === 'string') types[name] = contentMediaType;
      else if (format === 'binary') types[name] = 'application/octet-stream';
    }
  }
  return types;
}

/** A media type or parameter whose named examples are no references. */
function withExamples(document: ApiDocument, { pointer: at, value }: Located): JsonObject {
  if (!isJsonObject(value.examples)) return value;
  const examples = entriesAt(document, `${at}/examples`).map(([name, example]) => [name, example.value]);
  return { ...value, examples: Object.fromEntries(examples) };
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

export function isJson(mediaType: string): boolean {
  return (
    /^application\/([\w.+-]+\+)?json\b/i.test(mediaType) ||
    mediaType === '*/*' ||
    mediaType === 'application/*'
  );
}

/** Whether a declared media type or range includes a content type. Only declared parameters count. */
export function covers(declared: string, type: string | undefined): boolean {
  if (type === undefined) return false;
  const parts = (text: string) =>
    text
      .toLowerCase()
      .replace(/"/g, '')
      .trim()
      .split(/\s*;\s*/);
  const [own = '', ...parameters] = parts(type);
  const [range = '', ...wanted] = parts(declared);
  if (!wanted.every((parameter) => parameter.startsWith('charset=') || parameters.includes(parameter)))
    return false;
  if (range === '*/*' || range === own) return true;
  return range.endsWith('/*') && own.startsWith(range.slice(0, -1));
}
