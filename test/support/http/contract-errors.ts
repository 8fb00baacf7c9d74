import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

interface Schema {
  readonly type?: string;
}

interface ResponseObject {
  readonly headers?: Readonly<
    Record<string, { readonly required?: boolean; readonly schema: Schema }>
  >;
  readonly content: Readonly<Record<'application/json', { readonly schema: Schema }>>;
}

interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: { readonly ValidationFailure: Schema } };
}

interface Operation {
  readonly responses?: Readonly<Record<string, ResponseObject>>;
}

/** The contract, read without any code of the server. */
const bundle: object = JSON.parse(
  readFileSync(new URL('../../../generated/openapi.json', import.meta.url), 'utf8'),
  closeObjects,
);
// The linter checks that each reference leads to an object of the kind that its place requires.
const contract = resolve(bundle) as Contract;

const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true, coerceTypes: false }));

// Clients ignore unknown fields, but the reference service only sends fields of the contract.
function closeObjects(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('properties' in value)) return value;
  return { additionalProperties: false, ...value };
}

/** The value with what its references lead to. */
function resolve(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(resolve);
  if (!('$ref' in value))
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, resolve(v)]));
  const names = String(value.$ref).split('/').slice(1);
  return resolve(names.reduce<unknown>((found, name) => Reflect.get(Object(found), name), bundle));
}

// A concrete path takes precedence over a template (OpenAPI, 4.8.8.2).
const templates = Object.entries(contract.paths)
  .sort(([a], [b]) => Number(a.includes('{')) - Number(b.includes('{')))
  .map(([template, item]) => ({
    pattern: new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/?]+')}(\\?|$)`),
    item,
  }));

/** The errors of a response with this status, headers and JSON, by the contract. Empty when it is valid. */
export function contractErrors(
  request: { readonly method: string; readonly target: string } | undefined,
  response: {
    readonly status: number;
    readonly json: unknown;
    readonly header: (name: string) => string | undefined;
  },
): string[] {
  const found = request && templates.find(({ pattern }) => pattern.test(request.target));
  const operation = request && found?.item[request.method.toLowerCase()];
  if (operation === undefined) return failureErrors(response.status, response.json);
  const documented = operation.responses?.[response.status] ?? operation.responses?.default;
  if (documented === undefined)
    return [`the contract has no ${response.status} for this operation`];
  const headers = Object.entries(documented.headers ?? {});
  return [
    ...check(documented.content['application/json'].schema, response.json),
    ...codeErrors(response.status, response.json),
    ...headers.flatMap(([name, { required, schema }]) => {
      const value = response.header(name);
      if (value === undefined) return required ? [`there is no header ${name}`] : [];
      const typed = schema.type === 'string' ? value : JSON.parse(value);
      return check(schema, typed).map((error) => `${name}:${error}`);
    }),
  ];
}

// A response to a request that matches no operation is still the envelope of a failure with this code.
function failureErrors(code: number, json: unknown): string[] {
  const errors = check(contract.components.schemas.ValidationFailure, json);
  return errors.length > 0 ? errors : codeErrors(code, json);
}

function codeErrors(code: number, json: unknown): string[] {
  const stated: unknown = Reflect.get(Object(Reflect.get(Object(json), 'status')), 'code');
  return stated === code ? [] : [`status.code is ${stated}, and the HTTP status ${code}`];
}

// Ajv compiles each schema once.
function check(schema: Schema, value: unknown): string[] {
  const validate = ajv.compile(schema);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
