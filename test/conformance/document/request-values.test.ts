import { expect, test } from 'vitest';
import { emptyProfile } from '../../../conformance/engine/profile/profile.ts';
import { readProfile } from '../../../conformance/engine/profile/read-profile.ts';
import { serverForTest } from '../test-server.ts';
import { runDocument } from './run-document.ts';

/** The requests of a run, against a server that accepts what `isAccepted` accepts. */
async function sentBy(
  paths: object,
  profile = emptyProfile,
  isAccepted = (_: string) => true,
  more: string[] = [],
) {
  const server = await serverForTest((request, response) => {
    const isFound = isAccepted(`${request.url} ${request.headers['x-tenant']}`);
    request.resume().on('end', () => response.writeHead(isFound ? 200 : 400).end());
  });
  const components = {
    schemas: { Cat: { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } } },
  };
  const document = JSON.stringify({ openapi: '3.1.0', paths, components });
  return runDocument(
    server.url,
    document,
    {},
    { profile, only: ['document/invalid-parameter', 'document/missing-body', ...more] },
  );
}

const responses = { 200: {}, 400: {}, 422: {} };
const body = (type: string, schema: object, more = {}) => ({
  '/things': {
    post: {
      operationId: 'add',
      requestBody: { required: true, content: { [type]: { schema, ...more } } },
      responses,
    },
  },
});
const binary = { type: 'string', format: 'binary' };
const fields = (properties: object) => ({ type: 'object', properties, required: Object.keys(properties) });

test.each([
  [
    'a file',
    body('multipart/form-data', fields({ file: binary })),
    'name="file"; filename="file.bin"\r\nContent-Type: application/octet-stream\r\n\r\nsample',
  ],
  [
    'a list of files',
    body('multipart/form-data', fields({ files: { type: 'array', items: binary, minItems: 2 } })),
    'name="files"; filename="files.bin"',
  ],
  [
    'a picture',
    body('multipart/form-data', fields({ a: { type: 'string' } }), {
      encoding: { a: { contentType: 'image/*' } },
    }),
    'Content-Type: image/png',
  ],
  [
    'JSON in a part',
    body('multipart/form-data', fields({ a: fields({ b: { type: 'integer' } }) })),
    'name="a"\r\nContent-Type: application/json\r\n\r\n{"b":1}',
  ],
  [
    'a form with a list',
    body(
      'application/x-www-form-urlencoded',
      fields({ a: { type: 'array', items: { type: 'integer' }, minItems: 2 }, b: { type: 'null' } }),
    ),
    '\r\n\r\na=1&a=2',
  ],
  [
    'a choice',
    body('application/json', {
      oneOf: [{ $ref: '#/components/schemas/Cat' }],
      discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat' } },
    }),
    '{"kind":"cat"}',
  ],
  [
    'a deep object',
    {
      '/things': {
        get: {
          operationId: 'list',
          responses,
          parameters: [
            {
              name: 'f',
              in: 'query',
              required: true,
              style: 'deepObject',
              explode: true,
              schema: fields({ a: { type: 'integer' } }),
            },
          ],
        },
      },
    },
    'GET /things?f[a]=1',
  ],
  [
    'a cookie',
    {
      '/things': {
        get: {
          operationId: 'list',
          responses,
          parameters: [{ name: 'c', in: 'cookie', required: true, schema: { type: 'string' } }],
        },
      },
    },
    'Cookie: c=sample',
  ],
])('sends %s as the document says', async (_name, paths, expected) => {
  const { sent, broken } = await sentBy(paths, undefined, undefined, ['document/undeclared-method']);
  expect(broken).not.toHaveProperty('responses/no-server-error');
  expect(sent.join('\n')).toContain(expected);
});

test('sends the values of the profile, by operation first, and does not test them as missing', async () => {
  const profile = await readProfile(
    'values:\n  token: jessica\n  X-Tenant: env:TENANT\n  GET /users/{id}: { id: 7 }',
    { environment: { TENANT: 'acme' }, folder: '.', prompt: undefined },
  );
  const parameters = [
    { name: 'token', in: 'query', required: true, schema: { type: 'string' } },
    { name: 'x-tenant', in: 'header', required: true, schema: { type: 'string', maxLength: 9 } },
  ];
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
  const paths = {
    '/users': {
      post: {
        operationId: 'add',
        parameters,
        requestBody: { content: { 'application/json': { schema: fields({ token: { type: 'string' } }) } } },
        responses,
      },
    },
    '/users/{id}': { get: { operationId: 'get', parameters: [...parameters, id], responses } },
  };
  const isAccepted = (text: string) => /token=jessica acme$/.test(text) && !/users\/(?!7\?)/.test(text);
  const { broken, coverage, sent } = await sentBy(paths, profile, isAccepted);
  expect(broken).toEqual({});
  expect(coverage.map(({ operation, declared }) => [operation, Number(declared['200']) > 0])).toEqual([
    ['add', true],
    ['get', true],
  ]);
  expect(sent.join()).toContain('{"token":"jessica"}');
});

test('tests a header as missing, unless the profile sends it with every request', async () => {
  const parameters = [{ name: 'x-tenant', in: 'header', required: true, schema: { type: 'string' } }];
  const paths = { '/things': { get: { operationId: 'list', parameters, responses } } };
  const headers = [['X-Tenant', 'acme'] as const];
  expect((await sentBy(paths)).broken).toHaveProperty('document/invalid-parameter/list');
  expect((await sentBy(paths, { ...emptyProfile, headers })).broken).toEqual({});
});
