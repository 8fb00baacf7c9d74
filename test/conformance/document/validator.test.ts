import { expect, test } from 'vitest';
import { type Given, validate } from './schemas-of.ts';

const old = { openapi: '3.0.3' };
const sent = { direction: 'request' } as const;
const enumeration = ['asleep', 'awake'];
const open = { type: 'string', enum: enumeration, 'x-extensible-enum': enumeration };
const others = {
  Cat: { type: 'object', required: ['meow'] },
  Node: {
    anyOf: [{ type: 'null' }, { properties: { next: { $ref: '#/components/schemas/Node' } } }],
  },
};
const pet = { oneOf: [{ $ref: '#/components/schemas/Cat' }, { type: 'integer' }] };
const withPet = { required: ['z'], properties: { pet } };
const tree = { type: 'object', properties: { node: { $ref: '#/components/schemas/Node' } } };

test.each<[what: string, schema: object, value: unknown, found: readonly string[], given?: Given]>([
  ['null of a nullable enum in OpenAPI 3.0', { enum: ['a'], nullable: true }, null, [], old],
  [
    'an exclusive bound in 3.0',
    { minimum: 0, exclusiveMinimum: true },
    0,
    ['exclusiveMinimum'],
    old,
  ],
  [
    'what stands next to a reference in 3.0',
    { ...pet.oneOf[0], type: 'integer' },
    { meow: 1 },
    [],
    { ...old, others },
  ],
  ['another value of an extensible enum in a response', open, 'dreaming', []],
  ['a value of an extensible enum that has another type', open, 7, ['type']],
  ['another value of an extensible enum in a request', open, 'dreaming', ['enum'], sent],
  ['another value of a plain enum', { enum: enumeration }, 'dreaming', ['enum']],
  [
    'a choice without a matching branch, as one problem',
    withPet,
    { pet: {}, z: 1 },
    ['oneOf'],
    { others },
  ],
  ['a choice and a missing field', withPet, { pet: {} }, ['required', 'oneOf'], { others }],
  ['a format, which is an annotation', { type: 'string', format: 'date-time' }, 'tomorrow', []],
  ['a schema that contains itself', tree, { node: { next: { next: null } } }, [], { others }],
  ['a pattern of another engine', { type: 'string', pattern: '^[\\w-.]+$' }, 'a-b.c', []],
])('judges %s', (_what, schema, value, found, given) => {
  expect(
    validate(schema, given)
      .check(value)
      .map(({ keyword }) => keyword),
  ).toEqual(found);
});

test('finds formats separately', () => {
  const found = validate({ type: 'string', format: 'date-time' }).formats('tomorrow');
  expect(found.map(({ keyword }) => keyword)).toEqual(['format']);
});

test('an error under a decided element has its slug, and an error elsewhere has none', () => {
  const trace = { type: 'string', 'x-decision': 'trace-id', pattern: '^a' };
  const Status = { properties: { code: { type: 'integer' }, trace } };
  const extra = {
    type: 'object',
    'x-decision': 'extras',
    properties: { deep: { type: 'integer' } },
  };
  const properties = { status: { $ref: '#/components/schemas/Status' }, extra };
  const { check } = validate({ required: ['status', 'extra'], properties }, { others: { Status } });
  const decisions = (value: unknown) => check(value).map((one) => [one.instancePath, one.decision]);
  expect(decisions({ status: { code: 'x' }, extra: { deep: 'y' } })).toEqual([
    ['/status/code', undefined],
    ['/extra/deep', 'extras'],
  ]);
  expect(decisions({ status: { trace: 'b' } })).toEqual([
    ['', 'extras'],
    ['/status/trace', 'trace-id'],
  ]);
});
