import { describe, expect, test } from 'vitest';
import { DocumentError } from '../../../../conformance/document/model/api-document.ts';
import { parseApiDocument } from '../../../../conformance/document/read/read-document.ts';

describe('says what a document is instead of OpenAPI 3.0 or 3.1, and what to do', () => {
  const messages: Record<string, RegExp> = {
    'swagger: "2.0"':
      /is Swagger 2\.0; this tool reads OpenAPI 3\.0 and 3\.1\. Convert it: npx swagger2openapi /,
    'swagger: 2.0': /is Swagger 2; .*npx swagger2openapi /,
    'swaggerVersion: "1.2"': /is Swagger 1\.2; .*npx api-spec-converter /,
    'openapi: 3.2.0': /is OpenAPI 3\.2\.0; .* write openapi: "3\.1\.1"/,
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
  test.each(Object.entries(messages))('%s', (text, message) => {
    expect(() => parseApiDocument(text)).toThrow(message);
    expect(() => parseApiDocument(text)).toThrow(DocumentError);
  });
});

test.each(['openapi: 3.0.3', 'openapi: 3.1.0', 'openapi: 3.1', '\uFEFF{"openapi": "3.1.1"}'])(
  'reads %s',
  (text) => {
    expect(parseApiDocument(`${text}\n`).version).toMatch(/^3\.[01]$/);
  },
);

test('reads YAML with merge keys', () => {
  const { resolve } = parseApiDocument(
    'openapi: 3.0.3\nx-base: &base { get: {} }\npaths: { /a: { <<: *base, summary: A } }',
  );
  expect(Object.keys(resolve('/paths/~1a')?.value ?? {}).sort()).toEqual(['get', 'summary']);
});
