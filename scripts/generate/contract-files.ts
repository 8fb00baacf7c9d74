import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { parse, stringify } from 'yaml';
import { isJsonObject, type JsonObject, pointer } from '../../conformance/engine/index.ts';
import type { Document, MediaType } from '../contract/document.ts';
import { operationsOf, resolve, secretFields } from '../contract/operations.ts';
import { redocly } from '../linters.ts';
import { contractModuleOf } from './contract-module.ts';
import { mapFields, openapi30Of } from './openapi-3-0.ts';
import { mockValidatorsOf } from './validators.ts';

const origin =
  'Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.';
const script = (code: string) => `// ${origin}\n\n${code}`;
const unchecked = (code: string) => `// @ts-nocheck\n${script(escapeInvisible(code))}`;

/** Everything that is derived from the contract: the content of each generated file, by its name. */
export async function derive(contract: string): Promise<ReadonlyMap<string, string>> {
  const source = parse(await bundle(contract));
  // Readers of the source see aligned tables; here the spaces would only be weight.
  source.info.description = source.info.description
    .replaceAll(/ +\|/g, ' |')
    .replaceAll(/-{4,}/g, '---');
  const document = withoutDecisions(source);
  const mockDocument = JSON.stringify(mockDocumentOf(document), null, 2);
  return new Map([
    ['openapi.yaml', `# ${origin}\n${escapeInvisible(yamlOf(document))}`],
    ['openapi-3.0.yaml', `# ${origin}\n${escapeInvisible(yamlOf(openapi30Of(document)))}`],
    ['openapi.json', escapeInvisible(`${JSON.stringify(document, null, 2)}\n`)],
    ['decision-places.ts', script(decisionPlacesModuleOf(source))],
    // In the same folder as the bundle, which they name as their source.
    [
      'workflows.arazzo.yaml',
      `# ${origin}\n${await readFile(join(dirname(contract), 'workflows.arazzo.yaml'), 'utf8')}`,
    ],
    ['types.ts', script(await typesOf(document))],
    ['contract.ts', script(contractModuleOf(document))],
    ['mock-document.ts', script(`export const mockDocument = ${mockDocument};\n`)],
    ['mock-validators.ts', unchecked(await mockValidatorsOf(document))],
  ]);
}

/** The published document: without the marks of our decisions, which only our own tools read. */
function withoutDecisions<Contents>(value: Contents): Contents {
  const plain = (inner: unknown): unknown => {
    if (Array.isArray(inner)) return inner.map(plain);
    if (!isJsonObject(inner)) return inner;

    const kept = Object.entries(inner).filter(([name]) => name !== 'x-decision');
    return Object.fromEntries(kept.map(([name, field]) => [name, plain(field)]));
  };

  // The mark is optional in the types.
  return plain(value) as Contents;
}

/** `generated/decision-places.ts`: where the source has `x-decision`, for those who need it beside the published document. */
function decisionPlacesModuleOf(source: JsonObject): string {
  const places = Object.fromEntries(decisionPlacesIn(source));
  return `/** The decisions on which an element of the contract rests, by its JSON Pointer (RFC 6901). */
export const decisionPlaces: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(places, null, 2)};
`;
}

function decisionPlacesIn(value: unknown, at = ''): [pointer: string, slugs: unknown[]][] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => decisionPlacesIn(item, `${at}${pointer(index)}`));
  if (!isJsonObject(value)) return [];

  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'x-decision'
      ? [[at, [inner].flat()] as [string, unknown[]]]
      : decisionPlacesIn(inner, `${at}${pointer(name)}`),
  );
}

export async function bundle(contract: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bundle-'));
  try {
    const file = join(folder, 'openapi.yaml');
    const options = [
      '--config',
      'openapi/redocly.yaml',
      '--component-renaming-conflicts-severity',
      'error',
    ];
    const { exitCode, stderr } = await redocly('bundle', contract, ...options, '--output', file);
    if (exitCode !== 0) throw new Error(`The contract cannot be bundled.\n${stderr}`);
    return escapeInvisible(await readFile(file, 'utf8'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

// Patterns exclude such characters by name. Left as they are, they would reorder or hide the text around them in an editor.
const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is escaped.
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u00A0\u061C\u1680\u2000-\u200F\u2028-\u202F\u205F\u2066-\u2069\u3000\uFEFF]/g;

/** Escapes them in YAML, JSON or JavaScript, where they are only in quoted strings. */
function escapeInvisible(text: string): string {
  return text.replaceAll(invisible, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase();
    return `\\u${code.padStart(4, '0')}`;
  });
}

function yamlOf(document: object): string {
  return stringify(document, { lineWidth: 0, singleQuote: true, aliasDuplicateObjects: false });
}

async function typesOf(document: unknown): Promise<string> {
  // Without this option an object whose fields are not declared would allow no field at all.
  return astToString(
    await openapiTypescript(JSON.stringify(document), { emptyObjectsUnknown: true }),
  );
}

/** Nothing else of the contract, so that it adds little to the weight of a page. */
function mockDocumentOf(document: Document): object {
  const examples = new Map<string, unknown>();
  const paths: Record<string, Record<string, object>> = {};
  for (const { path, method, operation } of operationsOf(document)) {
    const { operationId, security, requestBody, responses } = operation;
    const body = requestBody && resolve(document, requestBody).element;
    paths[path] = {
      ...paths[path],
      [method]: {
        operationId,
        ...(security !== undefined && { security }),
        ...(body !== undefined && {
          requestBody: {
            required: body.required ?? false,
            content: mapFields(body.content, () => ({})),
          },
        }),
        responses: mapFields(responses, (_status, response) => {
          const json = resolve(document, response).element.content?.['application/json'];
          return nameExamples(document, json, operationId, examples);
        }),
      },
    };
  }
  return {
    paths,
    examples: Object.fromEntries(examples),
    secrets: [...secretFields(document).keys()],
  };
}

/** Collects the examples of a response, and returns which one each of its names stands for. */
function nameExamples(
  document: Document,
  { examples = {} }: MediaType = {},
  operationId: string,
  all: Map<string, unknown>,
): Record<string, string> {
  const named = Object.entries(examples).map(([name, reference]) => {
    const { value } = resolve(document, reference).element;
    // Operations share most failures. Where two show different values under one name, the second gets a longer name.
    const isTaken = all.has(name) && JSON.stringify(all.get(name)) !== JSON.stringify(value);
    const key = isTaken ? `${operationId}.${name}` : name;
    all.set(key, value);
    return [name, key];
  });
  return Object.fromEntries(named);
}
