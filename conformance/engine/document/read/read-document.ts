import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ApiDocument, createApiDocument, DocumentError } from '../model/api-document.ts';
import { fieldsOf, isJsonObject, type JsonObject } from '../model/pointer.ts';
import { convertSwagger } from './convert-swagger.ts';
import { linkReferences, type NeededFile, nameOf } from './link-references.ts';
import { parseYamlOrJson } from './parse-text.ts';
import { isBelowFolderOf, readSource } from './read-source.ts';

export interface ReadingOptions {
  /**
   * Whether a document in a file may refer to files outside of its folder. A document of someone else could name any file.
   * @default false
   */
  readonly allowFiles?: boolean | undefined;
}

/**
 * Reads an OpenAPI document, and the files and addresses to which it refers.
 * @param location a path, or an http(s) address
 * @throws DocumentError
 */
export async function loadApiDocument(
  location: string,
  { allowFiles = false }: ReadingOptions = {},
): Promise<ApiDocument> {
  const isUrl = /^https?:\/\//i.test(location) && URL.canParse(location);
  const address = isUrl
    ? new URL(location).href.replace(/#.*$/s, '')
    : pathToFileURL(resolve(location)).href;
  const name = isUrl ? nameOf(address) : location;
  const reading = readLinked(await readContent(address, name, name), name, address);
  let step = reading.next();
  while (step.done !== true) {
    const needed = step.value;
    const isFile = needed.address.startsWith('file:');
    if (isFile && !allowFiles && !(await isBelowFolderOf(needed.address, address)))
      throw new DocumentError(
        `${needed.neededBy} is a file outside the document's folder: pass --allow-files to read it`,
      );
    step = reading.next(await readContent(needed.address, needed.name, needed.neededBy));
  }
  return step.value;
}

/** Reads a document whose references are all local. @throws DocumentError */
export function parseApiDocument(text: string): ApiDocument {
  const step = readLinked(parseYamlOrJson(text, 'the document'), 'the document').next();
  if (step.done === true) return step.value;
  throw new DocumentError(
    `${step.value.neededBy} is outside the document, which was passed as text`,
  );
}

function* readLinked(
  content: unknown,
  name: string,
  address?: string,
): Generator<NeededFile, ApiDocument> {
  const { root, version } = readVersion(content, name);
  const linked = yield* linkReferences(root, name, address);
  return version === '2.0'
    ? createApiDocument(convertSwagger(linked), '3.0')
    : createApiDocument(linked, version);
}

async function readContent(address: string, name: string, subject: string): Promise<unknown> {
  let text: string;
  try {
    text = await readSource(address);
  } catch (cause) {
    throw new DocumentError(`${subject}: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  }
  return parseYamlOrJson(text, name);
}

const readable = 'this tool reads OpenAPI 3.0 to 3.2 and Swagger 2.0';

/** @throws DocumentError that says what the document is instead, and what to do. */
function readVersion(
  root: unknown,
  name: string,
): { readonly root: JsonObject; readonly version: ApiDocument['version'] | '2.0' } {
  if (isJsonObject(root)) {
    if (Number(root.swagger) === 2) return { root, version: '2.0' };
    const minor = /^3\.([012])(?:\.|$)/.exec(String(root.openapi))?.[1];
    if (minor !== undefined) return { root, version: minor === '0' ? '3.0' : '3.1' };
  }
  throw new DocumentError(`${name} is ${describe(fieldsOf(root))}`);
}

function describe({ openapi, swaggerVersion, ...root }: JsonObject): string {
  const convert = `${readable}. Convert it:`;
  if (swaggerVersion !== undefined)
    return `Swagger ${swaggerVersion}; ${convert} npx api-spec-converter --from=swagger_1 --to=openapi_3 <file>`;
  if (openapi === 3) return 'OpenAPI 3 without a minor version; write openapi: "3.0.3"';
  if (openapi !== undefined) return `OpenAPI ${JSON.stringify(openapi)}; ${readable}`;
  const other = others.find(({ sign }) => sign in root);
  return `${other?.what ?? 'not an OpenAPI document: it has no field "openapi"'}. ${other?.advice ?? ''}`.trim();
}

const others = [
  {
    sign: 'asyncapi',
    what: 'an AsyncAPI document, which describes messages',
    advice: 'This tool sends HTTP requests: give the OpenAPI document of the HTTP API',
  },
  {
    sign: 'arazzo',
    what: 'an Arazzo document, which describes workflows',
    advice: 'Give the OpenAPI document that its sourceDescriptions name',
  },
  {
    sign: 'overlay',
    what: 'an Overlay',
    advice: 'Apply it to its OpenAPI document, and give the result',
  },
  { sign: '$schema', what: 'a JSON Schema', advice: 'Give an OpenAPI document that refers to it' },
  {
    sign: 'item',
    what: 'a Postman collection',
    advice: 'Convert it: npx postman-to-openapi <file> --outfile openapi.yaml',
  },
] as const;
