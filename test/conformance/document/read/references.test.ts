import { expect, test } from 'vitest';
import { readOperations } from '../../../../conformance/engine/document/model/operation.ts';
import { readSchemes } from '../../../../conformance/engine/document/model/security.ts';
import {
  loadApiDocument,
  parseApiDocument,
} from '../../../../conformance/engine/document/read/read-document.ts';
import {
  createValidator,
  problemsIn,
} from '../../../../conformance/engine/document/schema/validator.ts';
import { documentFiles } from '../run-document.ts';

async function load(files: Record<string, string | object>) {
  const document = await loadApiDocument(documentFiles(files), { allowFiles: true });
  const operations = readOperations(document);
  const validator = createValidator(document, 'response');
  /** The keywords that a body violates in the first response of the first operation. */
  const violations = (body: unknown) => {
    const schema = operations[0]?.responses[0]?.media[0]?.schema ?? 'none';
    return problemsIn(validator.check(schema, body)).map(({ keyword }) => keyword);
  };
  return { document, operations, violations };
}

const get = (response: string) =>
  `openapi: 3.1.0\npaths: { /a: { get: { responses: { 200: ${response} } } } }\n`;
const json = (schema: string) => get(`{ content: { application/json: { schema: ${schema} } } }`);

test('reads every kind of part from other files', async () => {
  const { document, operations } = await load({
    'openapi.yaml': `
openapi: 3.1.0
security: [{ key: [] }]
paths:
  /a/{id}: { $ref: 'paths/a.yaml' }
components:
  securitySchemes: { key: { $ref: 'parts.yaml#/schemes/key' } }
`,
    'paths/a.yaml': `
parameters: [{ $ref: '../parts.yaml#/parameters/id' }]
post:
  operationId: a
  requestBody: { $ref: '../parts.yaml#/body' }
  responses:
    '200': { $ref: '../parts.yaml#/responses/ok' }
`,
    'parts.yaml': `
schemes: { key: { type: apiKey, in: header, name: X-Key } }
parameters: { id: { name: id, in: path, required: true, schema: { $ref: 'schemas/id.json' } } }
body:
  required: true
  content:
    application/json:
      schema: { $ref: 'schemas/id.json' }
      examples: { one: { $ref: 'examples.yaml#/one' } }
responses:
  ok:
    headers: { X-Total: { $ref: '#/headers/total' } }
    content: { application/json: { schema: { $ref: './schemas/id.json' } } }
    links: { again: { $ref: '#/links/again' } }
headers: { total: { required: true, schema: { type: integer } } }
links: { again: { operationId: a } }
`,
    'schemas/id.json': { type: 'integer' },
    'examples.yaml': 'one: { value: 7 }',
  });
  const [a] = operations;
  expect(a?.parameters.map(({ name }) => name)).toEqual(['id']);
  expect(a?.body?.required).toBe(true);
  expect(a?.body?.media[0]?.value.examples).toEqual({ one: { value: 7 } });
  expect(a?.responses[0]?.headers.map(([name]) => name)).toEqual(['X-Total']);
  expect(document.resolve(`${a?.responses[0]?.pointer}/links/again`)?.value).toEqual({
    operationId: 'a',
  });
  expect(readSchemes(document).get('key')).toMatchObject({ kind: 'apiKey', carrier: 'X-Key' });
  const validator = createValidator(document, 'request');
  for (const schema of [a?.parameters[0]?.schema, a?.body?.media[0]?.schema])
    expect(problemsIn(validator.check(String(schema), 'x'))).toHaveLength(1);
});

test('resolves a reference relative to the file that contains it, also in cycles of files', async () => {
  const { violations } = await load({
    'api/openapi.yaml': json('{ $ref: ../schemas/tree.yaml }'),
    'schemas/tree.yaml':
      'properties: { name: { type: string }, leaf: { $ref: sub/leaf.yaml#/Leaf } }',
    'schemas/sub/leaf.yaml':
      'Leaf: { properties: { tree: { $ref: ../tree.yaml }, next: { $ref: "#/Leaf" } } }',
  });
  expect(violations({ leaf: { tree: { name: 'x' }, next: {} } })).toEqual([]);
  expect(violations({ leaf: { next: { tree: { name: 1 } } } })).toEqual(['type']);
});

test('follows references from another file back into the document', async () => {
  const { violations } = await load({
    'openapi.yaml': `${json('{ $ref: pet.yaml }')}components: { schemas: { Name: { type: string } } }`,
    'pet.yaml': 'properties: { name: { $ref: openapi.yaml#/components/schemas/Name } }',
  });
  expect(violations({ name: 1 })).toEqual(['type']);
});

test('follows a pointer through references, and a reference in place of a map', async () => {
  const { violations } = await load({
    'openapi.yaml': `${json('{ $ref: "#/components/schemas/Pet/properties/name" }')}components: { schemas: { $ref: all.yaml } }`,
    'all.yaml': 'Pet: { $ref: pet.yaml }',
    'pet.yaml': 'properties: { name: { type: string } }',
  });
  expect(violations('Rex')).toEqual([]);
  expect(violations(1)).toEqual(['type']);
});

test('finds schemas by $id and by $anchor, and downloads neither', async () => {
  const { violations } = await load({
    'openapi.yaml': `${json('{ $ref: "https://schemas.example/pet" }')}
components:
  schemas:
    Pet:
      $id: https://schemas.example/pet
      properties: { name: { $ref: '#/$defs/name' }, toy: { $ref: toy }, tag: { $ref: '#tag' } }
      $defs: { name: { type: string }, tag: { $anchor: tag, type: string } }
    Toy: { $id: https://schemas.example/toy, type: integer }
`,
  });
  expect(violations({ name: 'Rex', toy: 1, tag: 'x' })).toEqual([]);
  expect(violations({ name: 1, toy: 'x', tag: 1 })).toEqual(['type', 'type', 'type']);
});

test('does not change data that looks like a reference', async () => {
  const data = { $ref: './no-such-file.yaml' };
  const schema = {
    properties: { a: { default: data, enum: [data], example: data, examples: [data] } },
  };
  const content = { 'application/json': { schema, examples: { one: { value: data } } } };
  const paths = { '/a': { post: { requestBody: { content } } } };
  const { operations } = await load({ 'openapi.json': { openapi: '3.1.0', paths } });
  expect(operations[0]?.body?.media[0]?.value.examples).toEqual({ one: { value: data } });
});

test('ignores broken references that no check follows', async () => {
  const { violations } = await load({
    'openapi.yaml': `${json('{ type: integer }')}
x-topics: [{ title: Start, content: { $ref: ./docs/no-such-file.md } }]
webhooks: { new: { $ref: no-such-file.yaml } }
components: { schemas: { Unused: { $ref: no-such-file.yaml } } }
`,
  });
  expect(violations('x')).toEqual(['type']);
});

test('reads a part of an extension to which a checked part refers', async () => {
  const { violations } = await load({
    'openapi.yaml': `${json('{ $ref: "#/x-schemas/Id" }')}x-schemas: { Id: { $ref: id.yaml } }`,
    'id.yaml': 'type: integer',
  });
  expect(violations('x')).toEqual(['type']);
});

test('gives one error that names a broken reference, and where it stands', async () => {
  const place = '#/paths/~1a/get/responses/200/content/application~1json/schema';
  const cases: [schema: string, more: string, reason: string][] = [
    ['./missing.yaml', '', 'there is no such file'],
    ['other.yaml#/Pet', 'Dog: {}', 'has no target: other.yaml has no /Pet'],
    [
      '#/components/schemas/Pet',
      '',
      'has no target: .*openapi.yaml has no /components/schemas/Pet',
    ],
    ['#pet', '', 'has no target: .*openapi.yaml has no pet'],
    ['other.yaml', 'a: [', 'other.yaml is neither YAML nor JSON'],
    ['ftp://example.com/a.yaml', '', 'ftp: addresses cannot be read'],
  ];
  for (const [reference, other, reason] of cases) {
    const loading = load({ 'openapi.yaml': json(`{ $ref: "${reference}" }`), 'other.yaml': other });
    await expect(loading).rejects.toThrow(new RegExp(reason));
    if (other === '')
      await expect(loading).rejects.toThrow(`openapi.yaml: $ref "${reference}" at ${place}`);
  }
});

test('names the file in which a broken reference stands', async () => {
  const loading = load({
    'openapi.yaml': json('{ $ref: schemas/pet.yaml }'),
    'schemas/pet.yaml': 'properties: { toy: { $ref: toy.yaml } }',
  });
  await expect(loading).rejects.toThrow(
    'schemas/pet.yaml: $ref "toy.yaml" at #/properties/toy: there is no such file',
  );
});

test('a document that is given as text has only local references', () => {
  const parsing = (reference: string) => () => parseApiDocument(json(`{ $ref: "${reference}" }`));
  expect(parsing('./a.yaml')).toThrow(/"\.\/a\.yaml" at #\/paths.* is relative/);
  expect(parsing('https://example.com/a')).toThrow(/is outside the document/);
});

test('a reference to itself is named as a part that cannot be judged', async () => {
  const { document, violations } = await load({
    'openapi.yaml': `${json('{ $ref: "#/components/schemas/A" }')}components: { schemas: { A: { $ref: "#/components/schemas/B" }, B: { $ref: "#/components/schemas/A" } } }`,
  });
  expect(violations(1)).toEqual([]);
  const gaps = createValidator(document, 'response').gapsAt('/components/schemas/A');
  expect(gaps).toEqual([
    {
      at: '/components/schemas/A',
      keyword: '$ref',
      why: '#/components/schemas/B leads back to the schema itself',
    },
  ]);
});
