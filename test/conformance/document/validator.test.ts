import { expect, test } from 'vitest';
import { readApiDocument } from '../../../conformance/engine/document/read/read-document.ts';
import { createValidator, type Problem } from '../../../conformance/engine/document/schema/validator.ts';

const documentOf = (version: string, schema: object, schemas: object = {}) =>
  readApiDocument({
    openapi: version,
    paths: {
      '/a/{b}': {
        get: {
          responses: { default: { description: '', content: { 'application/json': { schema } } } },
        },
      },
    },
    components: { schemas },
  });
const pointer = '/paths/~1a~1{b}/get/responses/default/content/application~1json/schema';
const keywords = (problems: readonly Problem[] | undefined) => problems?.map(({ keyword }) => keyword);

test('reads null, exclusive bounds and references with siblings as OpenAPI 3.0 defines them', () => {
  const validator = createValidator(
    documentOf(
      '3.0.3',
      {
        type: 'object',
        properties: {
          name: { type: 'string', nullable: true },
          kind: { type: 'string', enum: ['a'], nullable: true },
          price: { type: 'number', minimum: 0, exclusiveMinimum: true },
          other: { $ref: '#/components/schemas/Other', type: 'integer' },
        },
      },
      { Other: { type: 'string' } },
    ),
    'response',
  );
  expect(validator.check(pointer, { name: null, kind: null, price: 1, other: 'x' })).toEqual([]);
  expect(keywords(validator.check(pointer, { price: 0 }))).toEqual(['exclusiveMinimum']);
});

test('accepts other values of an extensible enum in responses, and not in requests', () => {
  const names = ['asleep', 'awake'];
  const open = { type: 'string', enum: names, 'x-extensible-enum': names };
  const document = documentOf('3.1.0', { properties: { open, closed: { enum: names } } });
  const check = (direction: 'request' | 'response', value: unknown) =>
    keywords(createValidator(document, direction).check(pointer, value));
  expect(check('response', { open: 'dreaming' })).toEqual([]);
  expect(check('response', { open: 7 })).toEqual(['type']);
  expect(check('response', { closed: 'dreaming' })).toEqual(['enum']);
  expect(check('request', { open: 'dreaming' })).toEqual(['enum']);
});

test('reports a choice that no branch satisfies as one problem, and hides no other problem', () => {
  const validator = createValidator(
    documentOf(
      '3.1.0',
      {
        required: ['z'],
        properties: { pet: { oneOf: [{ $ref: '#/components/schemas/Cat' }, { type: 'integer' }] } },
      },
      { Cat: { type: 'object', required: ['meow'] } },
    ),
    'response',
  );
  expect(keywords(validator.check(pointer, { pet: {} }))).toEqual(
    expect.arrayContaining(['oneOf', 'required']),
  );
  expect(keywords(validator.check(pointer, { pet: {}, z: 1 }))).toEqual(['oneOf']);
});

test('treats formats as annotations, separate from schema errors', () => {
  const validator = createValidator(documentOf('3.1.0', { type: 'string', format: 'date-time' }), 'response');
  expect(validator.check(pointer, 'tomorrow')).toEqual([]);
  expect(keywords(validator.checkFormats(pointer, 'tomorrow'))).toEqual(['format']);
});

test('an error under a decided element has its slug, and an error elsewhere has none', () => {
  const validator = createValidator(
    documentOf(
      '3.1.0',
      {
        type: 'object',
        required: ['status', 'extra'],
        properties: {
          status: { $ref: '#/components/schemas/Status' },
          extra: { type: 'object', 'x-decision': 'extras', properties: { deep: { type: 'integer' } } },
        },
      },
      {
        Status: {
          properties: {
            code: { type: 'integer' },
            trace: { type: 'string', 'x-decision': 'trace-id', pattern: '^a' },
          },
        },
      },
    ),
    'response',
  );
  const decisions = (value: unknown) =>
    validator.check(pointer, value)?.map(({ instancePath, decision }) => [instancePath, decision]);
  expect(decisions({ status: { code: 'x' }, extra: { deep: 'y' } })).toEqual([
    ['/status/code', undefined],
    ['/extra/deep', 'extras'],
  ]);
  expect(decisions({ status: { trace: 'b' } })).toEqual([
    ['', 'extras'],
    ['/status/trace', 'trace-id'],
  ]);
});

test('follows recursive schemas', () => {
  const node = {
    anyOf: [
      { type: 'null' },
      { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } },
    ],
  };
  const validator = createValidator(
    documentOf('3.1.0', { $ref: '#/components/schemas/Node' }, { Node: node }),
    'response',
  );
  expect(validator.check(pointer, { next: { next: null } })).toEqual([]);
  expect(keywords(validator.check(pointer, { next: 1 }))).toEqual(['anyOf']);
});

test('uses a pattern of another engine unchanged, and no schema that is unusable', () => {
  const loose = createValidator(documentOf('3.1.0', { type: 'string', pattern: '^[\\w-.]+$' }), 'response');
  expect(loose.check(pointer, 'a-b.c')).toEqual([]);
  const impossible = createValidator(documentOf('3.1.0', { type: 'string', pattern: '(' }), 'response');
  expect(impossible.check(pointer, 'a')).toBeUndefined();
});
