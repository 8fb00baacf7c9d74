import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

interface HeaderObject {
  readonly required?: boolean;
  readonly schema: object;
}

interface Reference {
  readonly $ref: string;
}

interface ResponseObject {
  readonly headers?: Readonly<Record<string, HeaderObject | Reference>>;
  readonly content: Readonly<Record<'application/json', { readonly schema: object }>>;
}

interface Bundle {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

interface Operation {
  readonly responses?: Readonly<Record<string, ResponseObject | Reference>>;
}

/** The contract, read without any code of the server. */
const bundle: Bundle = JSON.parse(
  readFileSync(new URL('../../../generated/strict.json', import.meta.url), 'utf8'),
  closeObjects,
);
const ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes: false });
// ajv-formats is CommonJS: what TypeScript sees as a namespace is the function itself.
(addFormats as unknown as (to: Ajv2020) => void)(ajv);
ajv.addSchema(bundle, 'contract');

// Clients ignore unknown fields, but the reference service only sends fields of the contract.
function closeObjects(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('properties' in value)) return value;
  return { additionalProperties: false, ...value };
}

// A concrete path takes precedence over a template (OpenAPI, 4.8.8.2).
const templates = Object.entries(bundle.paths)
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
  const operation = request && findOperation(request.method, request.target);
  if (operation === undefined) return failureErrors(response.status, response.json);
  const documented = operation.responses?.[response.status] ?? operation.responses?.default;
  if (documented === undefined) return [`the contract has no ${response.status} for this operation`];
  const { content, headers = {} } = resolve<ResponseObject>(documented);
  return [
    ...check(validatorOf(content['application/json'].schema), response.json),
    ...codeErrors(response.status, response.json),
    ...Object.entries(headers).flatMap(([name, header]) =>
      checkHeader(name, resolve<HeaderObject>(header), response.header(name)),
    ),
  ];
}

function findOperation(method: string, target: string): Operation | undefined {
  const found = templates.find(({ pattern }) => pattern.test(target));
  return found?.item[method.toLowerCase()];
}

// A response to a request that matches no operation is still the envelope of a failure with this code.
function failureErrors(code: number, json: unknown): string[] {
  const errors = check(compile('#/components/schemas/ValidationFailure'), json);
  return errors.length > 0 ? errors : codeErrors(code, json);
}

function codeErrors(code: number, json: unknown): string[] {
  const { status } = json as { status: { code: number } };
  return status.code === code ? [] : [`status.code is ${status.code}, and the HTTP status ${code}`];
}

function compile(pointer: string): ValidateFunction {
  const validate = ajv.getSchema(`contract${pointer}`);
  if (validate === undefined) throw new Error(`the contract has no ${pointer}`);
  return validate;
}

const inline = new WeakMap<object, ValidateFunction>();

function validatorOf(schema: object): ValidateFunction {
  if ('$ref' in schema) return compile(String(schema.$ref));
  const known = inline.get(schema);
  if (known !== undefined) return known;
  // The references of an inline schema are relative to the contract.
  const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"contract#/')));
  inline.set(schema, validate);
  return validate;
}

function check(validate: ValidateFunction, value: unknown): string[] {
  return validate(value) === true
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

function checkHeader(
  name: string,
  { required = false, schema }: HeaderObject,
  value: string | undefined,
): string[] {
  if (value === undefined) return required ? [`there is no header ${name}`] : [];
  const isText = 'type' in schema && schema.type === 'string';
  return check(ajv.compile(schema), isText ? value : JSON.parse(value)).map((error) => `${name}:${error}`);
}

function resolve<Found extends object>(given: Found | Reference): Found {
  if (!('$ref' in given)) return given;
  const [, , kind = '', name = ''] = given.$ref.split('/');
  const found = bundle.components[kind]?.[name];
  if (found === undefined) throw new Error(`the contract has no ${given.$ref}`);
  // The linter checks that a reference leads to a component of the kind that its place requires.
  return found as Found;
}
