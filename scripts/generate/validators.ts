import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';
import type { Document, Parameter } from '../contract/document.ts';
import { isReference, operationsOf, resolve } from '../contract/operations.ts';
import { root } from '../linters.ts';

/**
 * A module with a function for the body of each operation that has one, by its id, and for the headers of a request, by the id and
 * `Headers`. Compiled here, because a page whose security policy forbids `eval` cannot compile it.
 */
export async function mockValidatorsOf(document: Document): Promise<string> {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateSchema: false,
    validateFormats: false,
    code: { source: true, esm: true },
  });
  ajv.addSchema(document, 'contract');
  const names: Record<string, string> = {};
  const add = (name: string, schema: object) => {
    ajv.addSchema(schema, name);
    names[name] = name;
  };

  for (const { path, method, operation, parameters } of operationsOf(document)) {
    const { operationId, requestBody } = operation;
    const body = `/paths/${pointerToken(path)}/${method}/requestBody/content/application~1json/schema`;
    if (requestBody !== undefined) add(operationId, { $ref: `contract#${body}` });

    const headers = parameters
      .map((parameter) => resolve(document, parameter).element)
      .filter((parameter) => parameter.in === 'header');
    if (headers.length > 0) add(`${operationId}Headers`, headersSchema(headers));
  }
  return moduleOf(standalone.default(ajv, names));
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
async function moduleOf(contents: string): Promise<string> {
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
