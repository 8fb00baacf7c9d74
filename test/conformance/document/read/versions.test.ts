import { expect, test } from 'vitest';
import { readOperations } from '../../../../conformance/engine/document/model/operation.ts';
import {
  loadApiDocument,
  parseApiDocument,
} from '../../../../conformance/engine/document/read/read-document.ts';
import {
  createValidator,
  problemsIn,
} from '../../../../conformance/engine/document/schema/validator.ts';
import { buildRequest } from '../../../../conformance/engine/document/values/build-request.ts';
import { serverForTest } from '../../test-server.ts';
import { documentFiles, runDocument } from '../run-document.ts';

const swagger = `
swagger: "2.0"
info: { title: Pets, version: "1" }
host: api.example.com
basePath: /v2/
schemes: [https, http]
consumes: [application/json]
produces: [application/json, application/xml]
securityDefinitions:
  basic: { type: basic }
  key: { type: apiKey, in: header, name: X-Key }
  login: { type: oauth2, flow: accessCode, authorizationUrl: /a, tokenUrl: /t, scopes: { read: Read } }
security: [{ key: [] }]
parameters:
  limit: { name: limit, in: query, type: integer, maximum: 9 }
  pet: { name: pet, in: body, required: true, schema: { $ref: "#/definitions/Pet" } }
responses:
  Missing: { description: Missing, schema: { $ref: "#/definitions/Error" } }
paths:
  /pets/{id}:
    parameters:
      - { name: id, in: path, required: true, type: integer }
    put:
      operationId: put
      parameters: [{ $ref: "#/parameters/pet" }]
      responses:
        200: { description: Put, schema: { $ref: "#/definitions/Pet" }, headers: { X-Left: { type: integer } } }
        404: { $ref: "#/responses/Missing" }
    post:
      operationId: upload
      consumes: [application/x-www-form-urlencoded, multipart/form-data]
      parameters:
        - { name: photo, in: formData, type: file, required: true }
        - { name: tags, in: formData, type: array, items: { type: string }, collectionFormat: pipes }
      responses: { 204: { description: Stored } }
  /pets:
    get:
      operationId: list
      security: []
      produces: [text/csv]
      parameters:
        - { $ref: "#/parameters/limit" }
        - { name: ids, in: query, type: array, items: { type: integer } }
        - { name: tags, in: query, type: array, items: { type: string }, collectionFormat: multi }
        - { name: sort, in: query, type: array, items: { type: string }, collectionFormat: ssv }
      responses: { 200: { description: Pets, schema: { type: file }, examples: { text/csv: "a,b" } } }
definitions:
  Pet:
    type: object
    discriminator: kind
    required: [kind]
    properties:
      kind: { type: string }
      name: { type: string, x-nullable: true }
      discriminator: { type: string }
      parent: { $ref: "#/definitions/Pet" }
  Error: { $ref: "errors.yaml#/Error" }
`;

test('reads Swagger 2.0 as OpenAPI 3.0', async () => {
  const file = documentFiles({
    'pets.yaml': swagger,
    'errors.yaml':
      'Error: { type: object, properties: { code: { type: integer, x-nullable: true } } }',
  });
  const document = await loadApiDocument(file);
  const operations = new Map(
    readOperations(document).map((operation) => [operation.id, operation]),
  );
  const [put, upload, list] = ['put', 'upload', 'list'].map((id) => operations.get(id));

  expect(document.root).toMatchObject({
    openapi: '3.0.3',
    servers: [{ url: 'https://api.example.com/v2' }, { url: 'http://api.example.com/v2' }],
    components: {
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic' },
        key: { type: 'apiKey', in: 'header', name: 'X-Key' },
        login: { flows: { authorizationCode: { tokenUrl: '/t', scopes: { read: 'Read' } } } },
      },
      schemas: { Pet: { discriminator: { propertyName: 'kind' } } },
    },
  });
  expect(put).toMatchObject({
    parameters: [{ name: 'id', in: 'path' }],
    body: { required: true, media: [{ type: 'application/json' }] },
    security: [['key']],
    responses: [
      {
        status: '200',
        media: [{ type: 'application/json' }, { type: 'application/xml' }],
        headers: [['X-Left', {}]],
      },
      { status: '404', media: [{}, {}] },
    ],
  });
  expect(upload?.body).toMatchObject({
    required: true,
    media: [
      { type: 'multipart/form-data', value: { encoding: { tags: { style: 'pipeDelimited' } } } },
    ],
  });
  expect(list).toMatchObject({ security: [], responses: [{ media: [{ type: 'text/csv' }] }] });

  const validator = createValidator(document, 'response');
  const problems = (schema: string | undefined, value: unknown) =>
    problemsIn(validator.check(schema ?? '', value)).map(
      ({ instancePath, keyword }) => `${instancePath} ${keyword}`,
    );
  const [success, missing] = put?.responses ?? [];
  expect(problems(success?.media[0]?.schema, { kind: 'dog', name: null, parent: {} })).toEqual([
    '/parent required',
  ]);
  expect(problems(missing?.media[0]?.schema, { code: null })).toEqual([]);
  expect(problems(missing?.media[0]?.schema, { code: 'a' })).toEqual(['/code type']);
});

test('sends the lists of Swagger 2.0 in their format', () => {
  const [, , list] = readOperations(
    parseApiDocument(swagger.replace('errors.yaml#/Error', '#/definitions/Pet')),
  );
  if (list === undefined) throw new Error('there is no third operation');
  const parameters = {
    'query limit': 5,
    'query ids': [1, 2],
    'query tags': ['a', 'b'],
    'query sort': ['c', 'd'],
  };
  const { target } = buildRequest(list, { parameters, body: undefined, mediaType: undefined });
  expect(target).toBe('/pets?limit=5&ids=1,2&tags=a&tags=b&sort=c%20d');
});

test('tests what is new in OpenAPI 3.2: QUERY, other methods, and a whole query', async () => {
  const seen: string[] = [];
  const server = await serverForTest((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const ok =
    '{ 200: { description: OK, content: { application/json: { schema: { type: object } } } } }';
  const { sent } = await runDocument(
    server.url,
    `
openapi: 3.2.0
$self: https://api.example.com/openapi.yaml
info: { title: Search, version: "1" }
servers: [{ url: "/", name: main }]
tags: [{ name: all, kind: nav, parent: none }]
paths:
  /items:
    query:
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses: ${ok}
    additionalOperations:
      LINK: { responses: ${ok} }
    get:
      parameters:
        - name: all
          in: querystring
          required: true
          content:
            application/x-www-form-urlencoded:
              schema: { type: object, required: [q], properties: { q: { type: string, enum: [a] } } }
      responses:
        200: { description: Items, content: { application/jsonl: { itemSchema: { type: object } }, application/json: {} } }
`,
    {},
    { destructive: true },
  );
  expect(sent).not.toEqual([]);
  expect(seen).toEqual(expect.arrayContaining(['QUERY /items', 'LINK /items', 'GET /items?q=a']));
});
