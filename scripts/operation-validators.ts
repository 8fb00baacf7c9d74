import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import ajvFormats from 'ajv-formats';
import { bundled, pointerToken } from './mock-validators.ts';

interface Reference {
  readonly $ref: string;
}

interface Parameter {
  readonly in: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: unknown }>>;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content | Reference>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/**
 * A module whose `checks` hold requests and answers against the contract: by the id of an operation, `request` for its body
 * and `answers` for the body of each status. An operation has no `request` where more than the body is to be checked.
 *
 * What Ajv helps with stands in each such module: the modules that a process loads together have less than a kilobyte of it in
 * common, which another file to load would not save.
 */
export async function operationValidatorsOf(document: Document): Promise<string> {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateSchema: false,
    code: { source: true, esm: true },
  });
  ajvFormats.default(ajv, { mode: 'fast', keywords: false });
  ajv.addSchema(document, 'contract');

  const names: Record<string, string> = {};
  // One function for each schema, however many operations have it.
  const nameOf = (at: string, { content = {} }: Content): string | undefined => {
    const [[type, { schema }] = ['', { schema: undefined }]] = Object.entries(content);
    if (schema === undefined || type === 'text/plain') return undefined;
    const own = `${at}/content/${pointerToken(type)}/schema`;
    const name = isReference(schema) ? lastOf(schema.$ref) : lastOf(at);
    const pointer = isReference(schema) ? schema.$ref.slice(1) : own;
    ajv.getSchema(name) ?? ajv.addSchema({ $ref: `contract#${pointer}` }, name);
    names[name] = name;
    return name;
  };

  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => {
      const at = `/paths/${pointerToken(path)}/${method}`;
      const { operationId, parameters = [], requestBody, responses } = operation;
      const body = requestBody === undefined ? '() => true' : nameOf(`${at}/requestBody`, requestBody);
      const isBodyAll = parameters.every((parameter) => isAnyText(resolve(document, parameter)));
      const answers = Object.entries(responses).flatMap(([status, response]) => {
        const where = isReference(response) ? response.$ref.slice(1) : `${at}/responses/${status}`;
        const name = nameOf(where, resolve(document, response));
        return name === undefined ? [] : [`${status}: ${name}`];
      });
      const request = isBodyAll && body !== undefined ? `request: ${body}, ` : '';
      return `${operationId}: { ${request}answers: { ${answers.join(', ')} } }`;
    }),
  );
  const code = standalone.default(ajv, names);
  return bundled(`${code}\nexport const checks = { ${operations.join(', ')} };`);
}

/** What the path of a request gives in any case: some text. */
function isAnyText({ in: place, schema }: Parameter): boolean {
  const says = Object.keys(schema).filter((keyword) => keyword !== 'example' && keyword !== 'description');
  return place === 'path' && says.length === 1 && schema.type === 'string';
}

function resolve<Found extends object>(document: Document, given: Found | Reference): Found {
  if (!isReference(given)) return given;
  const parts = given.$ref.slice('#/'.length).split('/');
  const found = parts.reduce((part: unknown, name) => Object(part)[name], document);
  // The bundle was linted: a reference leads to what is asked for in its place.
  return found as Found;
}

function isReference(given: unknown): given is Reference {
  return typeof given === 'object' && given !== null && '$ref' in given;
}

function lastOf(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf('/') + 1);
}
