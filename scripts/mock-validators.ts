import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';
import { root } from './redocly.ts';

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly operationId: string;
  readonly requestBody?: unknown;
}

/**
 * A module that holds the bodies of requests against the contract, one function for each operation that takes a body. It is
 * compiled here, because a page whose security policy forbids `eval` cannot compile it.
 */
export async function mockValidatorsOf(document: Document): Promise<string> {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateFormats: false,
    validateSchema: false,
    code: { source: true, esm: true },
  });
  ajv.addSchema(document, 'contract');
  const names: Record<string, string> = {};
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, { operationId, requestBody }] of Object.entries(item)) {
      if (requestBody === undefined) continue;
      ajv.addSchema({ $ref: `contract#${pointerTo(path, method)}` }, operationId);
      names[operationId] = operationId;
    }
  }
  return bundled(standalone.default(ajv, names));
}

/** Ajv's code asks for its helpers with `require`: bundled, they are in it. */
export async function bundled(contents: string): Promise<string> {
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

function pointerTo(path: string, method: string): string {
  return `/paths/${pointerToken(path)}/${method}/requestBody/content/application~1json/schema`;
}

/** A name as a part of a JSON pointer in a URI fragment (RFC 6901, 3 and 6). */
export function pointerToken(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}
