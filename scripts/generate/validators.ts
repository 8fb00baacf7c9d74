import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import ajvFormats from 'ajv-formats';
import { build } from 'esbuild';
import type { Document, Parameter, RequestBody, Response } from '../contract/document.ts';
import { failuresOf } from '../contract/failures.ts';
import { isReference, operationsOf, resolve } from '../contract/operations.ts';
import { root } from '../linters.ts';

/** Compiled here, because a page whose security policy forbids `eval` cannot compile it. */
export async function mockValidatorsOf(document: Document): Promise<string> {
  const validators = collectValidators(document, { validateFormats: false });
  for (const { path, method, operation, parameters } of operationsOf(document)) {
    const { operationId, requestBody } = operation;
    const body = `/paths/${pointerToken(path)}/${method}/requestBody/content/application~1json/schema`;
    if (requestBody !== undefined) validators.add(operationId, { $ref: `contract#${body}` });
    const resolved = parameters.map((parameter) => resolve(document, parameter).element);
    validators.addHeaders(operationId, resolved);
  }
  return moduleOf(validators.code());
}

/** Collects schemas, which may refer to the document as `contract`, for a module with a function for each. */
function collectValidators(document: Document, options: Options = {}) {
  const ajv = new Ajv2020({
    ...{ strict: false, allErrors: true, validateSchema: false, code: { source: true, esm: true } },
    ...options,
  });
  if (options.validateFormats !== false) ajvFormats.default(ajv, { mode: 'fast', keywords: false });
  ajv.addSchema(document, 'contract');
  const names: Record<string, string> = {};
  const add = (name: string, schema: object) => {
    ajv.getSchema(name) ?? ajv.addSchema(schema, name);
    names[name] = name;
  };
  return {
    add,
    /** Returns whether the operation has headers. */
    addHeaders: (operationId: string, parameters: readonly Parameter[]): boolean => {
      const headers = parameters.filter((parameter) => parameter.in === 'header');
      if (headers.length > 0) add(`${operationId}Headers`, headersSchema(headers));
      return headers.length > 0;
    },
    code: () => standalone.default(ajv, names),
  };
}

function headersSchema(parameters: readonly Parameter[]): object {
  const properties = parameters.map(({ name, schema = {} }) => [
    name.toLowerCase(),
    isReference(schema) ? { $ref: `contract${schema.$ref}` } : schema,
  ]);
  const required = parameters
    .filter((parameter) => parameter.required)
    .map(({ name }) => name.toLowerCase());
  return { type: 'object', properties: Object.fromEntries(properties), required };
}

/** Ajv's code loads its helpers with `require`: this puts them into the module. */
export async function moduleOf(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root, loader: 'js' },
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['main'],
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    write: false,
  });
  return outputFiles.map(({ text }) => text).join('');
}

/** A name as a part of a JSON pointer in a URI fragment (RFC 6901, 3 and 6). */
function pointerToken(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}

/**
 * A module whose `checks` validate requests and responses: by the id of an operation, `request` validates its body, `headers`
 * its headers, and `responses` the body of each status. An operation has no `request` when other parameters have rules, and
 * no `headers` when the contract describes none.
 *
 * Each such module has its own copy of Ajv's helpers. The modules that a process loads together share less than a kilobyte of
 * them, so a module of their own would save nothing.
 */
export async function operationValidatorsOf(document: Document): Promise<string> {
  const validators = collectValidators(document);
  // One function for each schema, however many operations have it.
  const nameOf = (
    at: string,
    inline: string,
    { content = {} }: Pick<RequestBody | Response, 'content'>,
  ) => {
    const [[type, { schema }] = ['', { schema: undefined }]] = Object.entries(content);
    if (schema === undefined || type === 'text/plain') return undefined;
    const pointer = isReference(schema)
      ? schema.$ref.slice(1)
      : `${at}/content/${pointerToken(type)}/schema`;
    const name = pointer.startsWith('/components/') ? pointer.split('/')[3] : inline;
    if (name === undefined) throw new Error(`${pointer} is not the place of a schema`);
    validators.add(name, { $ref: `contract#${pointer}` });
    return name;
  };

  const bodyCheck = (requestBody: RequestBody, at: string, operationId: string) => {
    const name = nameOf(`${at}/requestBody`, `${operationId}Body`, requestBody);
    if (name === undefined) throw new Error(`${operationId}: the request body has no schema`);
    return requestBody.required ? name : `(body) => body === undefined || ${name}(body)`;
  };

  const operations = operationsOf(document).map(({ path, method, operation, parameters }) => {
    const at = `/paths/${pointerToken(path)}/${method}`;
    const { operationId, requestBody, responses } = operation;
    const resolved = parameters.map((parameter) => resolve(document, parameter).element);
    const hasHeaders = validators.addHeaders(operationId, resolved);
    const hasOtherRules = resolved.some(
      (parameter) => parameter.in !== 'header' && !acceptsAnyText(parameter),
    );
    const body = requestBody && bodyCheck(resolve(document, requestBody).element, at, operationId);
    // `default` stands for the statuses of its examples.
    const statusesOf = (status: string) =>
      status === 'default'
        ? failuresOf(document, operation).flatMap(({ code }) => (code in responses ? [] : [code]))
        : [status];
    const validated = Object.entries(responses).flatMap(([status, response]) => {
      const where = isReference(response) ? response.$ref.slice(1) : `${at}/responses/${status}`;
      const name = nameOf(where, `${operationId}${status}`, resolve(document, response).element);
      if (name === undefined) return [];
      return statusesOf(status).map((code) => `${code}: ${name}`);
    });
    const fields = [
      ...(hasOtherRules ? [] : [`request: ${body ?? '() => true'}`]),
      ...(hasHeaders ? [`headers: ${operationId}Headers`] : []),
      `responses: { ${validated.join(', ')} }`,
    ];
    return `${operationId}: { ${fields.join(', ')} }`;
  });
  return moduleOf(`${validators.code()}\nexport const checks = { ${operations.join(', ')} };`);
}

function acceptsAnyText({ in: place, schema = {} }: Parameter): boolean {
  const rules = Object.keys(schema).filter(
    (keyword) => keyword !== 'example' && keyword !== 'description',
  );
  return place === 'path' && rules.length === 1 && 'type' in schema && schema.type === 'string';
}
