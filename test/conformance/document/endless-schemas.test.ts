import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bodyArbitrary } from '../../../conformance/engine/document/values/arbitrary.ts';
import { invalidBodies } from '../../../conformance/engine/document/values/invalid-bodies.ts';
import { validSampleOf } from '../../../conformance/engine/document/values/sample.ts';
import { validate } from './schemas-of.ts';

const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const self = to('tested');
const object = (properties: object, required: string[] = []) => ({
  type: 'object',
  required,
  properties,
});
const list = (minItems: number, items: object) => ({ type: 'array', minItems, items });
const range = (count: number) => Array.from({ length: count }, (_, at) => at);
const fieldsOf = (names: readonly (string | number)[], schema: object) =>
  Object.fromEntries(names.map((name) => [`f${name}`, schema]));

const all = object({ all: list(1, to('Rule')) }, ['all']);
const not = object({ not: to('Rule') }, ['not']);
const is = object({ is: { type: 'string' } }, ['is']);
const rules = { Rule: { oneOf: [all, not, is] } };

describe('a value is found', () => {
  test.each<[what: string, schema: object, others?: object]>([
    ['for a long text', { type: 'string', minLength: 100_000 }],
    ['for a long list', list(3000, { type: 'integer' })],
    [
      'for a body whose first choices contain it again',
      object({ rule: to('Rule') }, ['rule']),
      rules,
    ],
    ['for a list of itself', object({ children: { type: 'array', items: self } }, ['children'])],
    ['for many fields of itself', object(fieldsOf(range(50), self))],
    [
      'for numbers beyond those that are exact',
      { type: 'integer', minimum: 2 ** 60, maximum: 2 ** 63 },
    ],
  ])('%s', (_what, schema, others = {}) => {
    const { validator, at, judge } = validate(schema, { others, direction: 'request' });
    expect(judge(validSampleOf(at, validator)).valid).toBe(true);
  });
});

/** Each has the one before twice, so that a value has a thousand million texts. */
const doubling = Object.fromEntries(
  range(30).map((at) => [
    `D${at}`,
    at === 0
      ? { type: 'string' }
      : object({ a: to(`D${at - 1}`), b: to(`D${at - 1}`) }, ['a', 'b']),
  ]),
);

describe('the search for a value ends', () => {
  test.each<[what: string, schema: object, others?: object]>([
    ['for a text of a gigabyte', { type: 'string', minLength: 1e9 }],
    ['for a list of a thousand million items', list(1e9, {})],
    ['for lists of lists of lists', list(1000, list(1000, list(1000, { type: 'integer' })))],
    ['for an object of a hundred million fields', { type: 'object', minProperties: 1e8 }],
    ['for a schema without a finite value', object(fieldsOf(range(3), self), ['f0', 'f1', 'f2'])],
    ['for fields that double', to('D29'), doubling],
    ['for many fields of itself', object(fieldsOf(range(100), self))],
    ['for a large range of integers', object({ n: { type: 'integer', maximum: 2 ** 63 } })],
    [
      'for a pattern with large counts',
      { type: 'string', pattern: '^((a{0,900}){0,900}){0,900}$' },
    ],
  ])('%s', (_what, schema, others = {}) => {
    const { validator, at } = validate(schema, { others, direction: 'request' });
    const sample = validSampleOf(at, validator);
    const made = fc.sample(bodyArbitrary(at, sample, validator), { numRuns: 20, seed: 1 });
    expect(made).toHaveLength(20);
    expect(invalidBodies(at, sample, validator).length).toBeLessThan(20_000);
  });
});
