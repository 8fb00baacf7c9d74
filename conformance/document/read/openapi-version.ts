import { type ApiDocument, DocumentError } from '../model/api-document.ts';
import { isJsonObject, type JsonObject } from '../model/pointer.ts';

const readable = 'this tool reads OpenAPI 3.0 and 3.1';

/** @throws DocumentError that says what the document is instead, and what to do. */
export function readVersion(
  root: unknown,
  name: string,
): { readonly root: JsonObject; readonly version: ApiDocument['version'] } {
  if (isJsonObject(root)) {
    const minor = /^3\.([01])(?:\.|$)/.exec(String(root.openapi))?.[1];
    if (minor !== undefined) return { root, version: minor === '0' ? '3.0' : '3.1' };
  }
  throw new DocumentError(`${name} is ${describe(isJsonObject(root) ? root : {})}`);
}

function describe({ openapi, swagger, swaggerVersion, ...root }: JsonObject): string {
  const convert = `${readable}. Convert it:`;
  if (swagger !== undefined)
    return `Swagger ${swagger}; ${convert} npx swagger2openapi --yaml --outfile openapi.yaml <file>`;
  if (swaggerVersion !== undefined)
    return `Swagger ${swaggerVersion}; ${convert} npx api-spec-converter --from=swagger_1 --to=openapi_3 <file>`;
  if (openapi === 3) return 'OpenAPI 3 without a minor version; write openapi: "3.0.3"';
  if (/^3\.\d/.test(String(openapi)))
    return `OpenAPI ${openapi}; ${readable}. If it uses nothing that is new since 3.1, write openapi: "3.1.1"`;
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
  {
    sign: '$schema',
    what: 'a JSON Schema',
    advice: 'Give an OpenAPI document that refers to it',
  },
  {
    sign: 'item',
    what: 'a Postman collection',
    advice: 'Convert it: npx postman-to-openapi <file> --outfile openapi.yaml',
  },
] as const;
