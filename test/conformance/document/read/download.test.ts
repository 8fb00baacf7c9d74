import { expect, test } from 'vitest';
import { DocumentError } from '../../../../conformance/engine/document/model/api-document.ts';
import { readOperations } from '../../../../conformance/engine/document/model/operation.ts';
import {
  loadApiDocument,
  parseApiDocument,
} from '../../../../conformance/engine/document/read/read-document.ts';
import { readSource } from '../../../../conformance/engine/document/read/read-source.ts';
import { serverForTest, unusedUrl } from '../../test-server.ts';
import { documentFiles } from '../run-document.ts';

async function serve(files: Readonly<Record<string, string>>) {
  const requested: string[] = [];
  const server = await serverForTest((request, response) => {
    requested.push(String(request.url));
    const content = files[String(request.url)];
    if (content === undefined) return void response.writeHead(404).end();
    if (content.startsWith('/')) return void response.writeHead(302, { location: content }).end();
    response.end(content);
  });
  return { url: server.url, requested };
}

const document = (reference: string) =>
  `openapi: 3.0.3\npaths: { /a: { $ref: "${reference}" } }\nx-more: { $ref: /not-needed.yaml }`;

test('downloads a document and what it refers to, each once, and nothing else', async () => {
  const { url, requested } = await serve({
    '/api/openapi.yaml': document('paths.yaml#/a'),
    '/api/paths.yaml': 'a: { get: { $ref: "#/b" } }\nb: { operationId: b, responses: {} }',
  });
  const { root } = await loadApiDocument(`${url}/api/openapi.yaml`);
  expect(JSON.stringify(root)).toContain('"operationId":"b"');
  expect(requested).toEqual(['/api/openapi.yaml', '/api/paths.yaml']);
});

test('a local document may refer to a URL', async () => {
  const { url } = await serve({ '/paths.yaml': 'get: {}' });
  const loaded = await loadApiDocument(documentFiles({ 'a.yaml': document(`${url}/paths.yaml`) }));
  expect(readOperations(loaded).map(({ path }) => path)).toEqual(['/a']);
});

test('a document from the web cannot read local files', async () => {
  const { url } = await serve({ '/a.yaml': document('file:///etc/hostname') });
  await expect(loadApiDocument(`${url}/a.yaml`)).rejects.toThrow(/is a local file/);
});

test('says why a download failed, and shows no query', async () => {
  const { url } = await serve({
    '/moved': '/a.yaml',
    '/page': '<!doctype html><title>Sign in</title>',
  });
  const failures: Record<string, RegExp> = {
    [`${url}/none?token=s3cret`]: /\/none: the server returned 404$/,
    [`${url}/moved`]: /\/moved: it redirects to \/a\.yaml; use that address$/,
    [`${url}/page`]: /\/page is HTML or XML, not an OpenAPI document/,
    [unusedUrl]: /: the download failed: /,
    [url.replace('//', '//user:s3cret@')]: /the address contains a user or password/,
  };
  for (const [location, message] of Object.entries(failures)) {
    const loading = loadApiDocument(location);
    await expect(loading).rejects.toThrow(message);
    await expect(loading).rejects.not.toThrow(/s3cret/);
  }
});

test('stops a download that is too large or too slow', async () => {
  const server = await serverForTest((request, response) => {
    response.write('x'.repeat(100));
    if (request.url === '/large') response.end();
  });
  const limits = { bytes: 99, milliseconds: 30_000 };
  await expect(readSource(`${server.url}/large`, limits)).rejects.toThrow(
    'it is larger than 99 bytes',
  );
  const slow = { bytes: 1000, milliseconds: 50 };
  await expect(readSource(`${server.url}/slow`, slow)).rejects.toThrow(
    'it took longer than 0.05 s',
  );
});

const messages: Record<string, RegExp> = {
  'swaggerVersion: "1.2"': /is Swagger 1\.2; .*npx api-spec-converter /,
  'openapi: 3.3.0': /is OpenAPI "3\.3\.0"; this tool reads OpenAPI 3\.0 to 3\.2 and Swagger 2\.0/,
  'openapi: 4.0.0': /is OpenAPI "4\.0\.0"; this tool reads/,
  'openapi: 3.0': /write openapi: "3\.0\.3"/,
  'asyncapi: 3.0.0': /is an AsyncAPI document, which describes messages\. .*HTTP API/,
  'arazzo: 1.0.0': /is an Arazzo document/,
  'overlay: 1.0.0': /is an Overlay/,
  '{"$schema": "https://json-schema.org/draft/2020-12/schema"}': /is a JSON Schema/,
  '{"info": {}, "item": []}': /is a Postman collection\. Convert it: npx postman-to-openapi/,
  '<!DOCTYPE html>': /is HTML or XML/,
  'a: [': /is neither YAML nor JSON: /,
  '{"a": 1,}}': /is neither YAML nor JSON: /,
  '# nothing': /is not an OpenAPI document: it has no field "openapi"/,
  '[]': /is not an OpenAPI document: it has no field "openapi"/,
};
test.each(Object.entries(messages))(
  'says what is no document, and what to do: %s',
  (text, message) => {
    expect(() => parseApiDocument(text)).toThrow(message);
    expect(() => parseApiDocument(text)).toThrow(DocumentError);
  },
);

test.each([
  ...[
    'openapi: 3.0.3',
    'openapi: 3.1.0',
    'openapi: 3.1',
    'openapi: 3.2.0',
    'swagger: "2.0"',
    'swagger: 2.0',
  ],
  '\uFEFF{"openapi": "3.1.1"}',
])('reads %s', (text) => {
  expect(parseApiDocument(`${text}\n`).version).toMatch(/^3\.[01]$/);
});

test('reads YAML with merge keys', () => {
  const { resolve } = parseApiDocument(
    'openapi: 3.0.3\nx-base: &base { get: {} }\npaths: { /a: { <<: *base, summary: A } }',
  );
  expect(Object.keys(resolve('/paths/~1a')?.value ?? {}).sort()).toEqual(['get', 'summary']);
});
