import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseDocument } from 'yaml';
import { type ApiDocument, createApiDocument, DocumentError } from '../model/api-document.ts';
import { fieldsOf, isJsonObject, type JsonObject } from '../model/pointer.ts';
import { convertSwagger } from './convert-swagger.ts';
import { linkReferences, type NeededFile, nameOf } from './link-references.ts';

/**
 * Reads an OpenAPI document, and the files and addresses to which it refers.
 * @param location a path, or an http(s) address
 * @throws DocumentError
 */
export async function loadApiDocument(location: string): Promise<ApiDocument> {
  const isUrl = /^https?:\/\//i.test(location) && URL.canParse(location);
  const address = isUrl
    ? new URL(location).href.replace(/#.*$/s, '')
    : pathToFileURL(resolve(location)).href;
  const name = isUrl ? nameOf(address) : location;
  const reading = readLinked(await readContent(address, name, name), name, address);
  let step = reading.next();
  while (step.done !== true) {
    const needed = step.value;
    step = reading.next(await readContent(needed.address, needed.name, needed.neededBy));
  }
  return step.value;
}

/** Reads a document whose references are all local. @throws DocumentError */
export function parseApiDocument(text: string): ApiDocument {
  const step = readLinked(parseYamlOrJson(text, 'the document'), 'the document').next();
  if (step.done === true) return step.value;
  throw new DocumentError(
    `${step.value.neededBy} is outside of the document, which was given as text`,
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

function parseYamlOrJson(text: string, name: string): unknown {
  const content = text.replace(/^\uFEFF/, '');
  // The YAML parser reads JSON too, but takes 20 times as long.
  if (/^\s*[[{]/.test(content)) {
    try {
      return JSON.parse(content);
    } catch {
      // YAML that starts with a bracket, or an error that the YAML parser locates.
    }
  }
  if (/^\s*<(!doctype|html|\?xml)/i.test(content))
    throw new DocumentError(`${name} is HTML or XML, not an OpenAPI document in YAML or JSON`);
  const parsed = parseDocument(content, { prettyErrors: false, merge: true });
  const [error] = parsed.errors;
  if (error)
    throw new DocumentError(`${name} is neither YAML nor JSON: ${error.message.split('\n')[0]}`);
  try {
    return parsed.toJS({ maxAliasCount: 1000 });
  } catch (cause) {
    throw new DocumentError(
      `${name} cannot be read: ${cause instanceof Error ? cause.message : cause}`,
      {
        cause,
      },
    );
  }
}

// GitHub's document has 70 MB without references.
const defaultLimits = { bytes: 100 * 1024 * 1024, milliseconds: 30_000 };

/** Reads a file or downloads it. @throws Error whose message says why it cannot be read, without the address. */
export async function readSource(address: string, limits = defaultLimits): Promise<string> {
  const { protocol, username, password } = new URL(address);
  if (protocol === 'file:') return readLocal(fileURLToPath(address));
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new Error(`${protocol} addresses cannot be read; use a file, http: or https:`);
  if (username !== '' || password !== '')
    throw new Error(
      'the address contains a user or password; download the file, and give its path',
    );
  return download(address, limits);
}

async function readLocal(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    // An error of the file system has a code.
    const { code } = cause as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such file' : `the file cannot be read (${code})`;
    throw new Error(why, { cause });
  }
}

async function download(address: string, limits: typeof defaultLimits): Promise<string> {
  const signal = AbortSignal.timeout(limits.milliseconds);
  try {
    // Only what the document names is downloaded, so redirects are not followed.
    const response = await fetch(address, { redirect: 'manual', signal });
    const { status } = response;
    if (status >= 300 && status < 400)
      throw new Error(`it redirects to ${response.headers.get('location')}; use that address`);
    if (status !== 200) throw new Error(`the server returned ${status}`);
    return await readLimited(response, limits.bytes);
  } catch (cause) {
    if (signal.aborted)
      throw new Error(`it took longer than ${limits.milliseconds / 1000} s`, { cause });
    if (cause instanceof TypeError && cause.cause instanceof Error)
      throw new Error(`the download failed: ${cause.cause.message}`, { cause });
    throw cause;
  }
}

async function readLimited({ body }: Response, limit: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw new Error(`it is larger than ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
