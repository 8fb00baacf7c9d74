import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fieldsOf } from '../../../conformance/engine/document/model/pointer.ts';
import { problemsIn } from '../../../conformance/engine/document/schema/validator.ts';
import { bodyArbitrary } from '../../../conformance/engine/document/values/arbitrary.ts';
import { validSampleOf } from '../../../conformance/engine/document/values/sample.ts';
import { validate } from './schemas-of.ts';

const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: object, required: string[] = []) => ({
  type: 'object',
  required,
  properties,
});

const Base = object({ kind: { type: 'string' } }, ['kind']);
const Cat = { allOf: [to('Base'), object({ lives: { type: 'integer' } }, ['lives'])] };
const Dog = { allOf: [to('Base'), object({ barks: { type: 'boolean' } })] };
const choice = { oneOf: [to('Cat'), to('Dog')], discriminator: { propertyName: 'kind' } };
const mapped = {
  ...choice,
  discriminator: { propertyName: 'kind', mapping: { cat: to('Cat').$ref, dog: 'Dog' } },
};

/** The base has the discriminator, and the subtypes contain it. */
const parent = { ...Base, discriminator: { propertyName: 'kind' } };
const family = {
  Cat: { allOf: [to('tested'), object({ lives: { type: 'integer' } }, ['lives'])] },
  Lion: { allOf: [to('Cat'), object({ mane: { type: 'boolean' } }, ['mane'])] },
};
const constants = {
  Cat: object({ kind: { const: 'animal.cat' }, lives: { type: 'integer' } }, ['kind', 'lives']),
  Dog: object({ kind: { enum: ['animal.dog'] } }, ['kind']),
};
const common = { Base: object({ kind: { enum: ['cat', 'dog'] } }, ['kind']), Cat, Dog };

type Row = readonly [what: string, tested: object, others: object, value: object, found: string[]];

describe('a discriminator', () => {
  test.each<Row>([
    [
      'accepts a value that two branches allow',
      choice,
      { Base, Cat, Dog },
      { kind: 'Cat', lives: 9 },
      [],
    ],
    [
      'judges by the branch of that name',
      choice,
      { Base, Cat, Dog },
      { kind: 'Cat' },
      ['required'],
    ],
    [
      'judges by the branch of the mapping',
      mapped,
      { Base, Cat, Dog },
      { kind: 'cat' },
      ['required'],
    ],
    [
      'knows the name of a schema beside a mapping',
      mapped,
      { Base, Cat, Dog },
      { kind: 'Dog' },
      [],
    ],
    ['finds an unknown name', mapped, { Base, Cat, Dog }, { kind: 'lizard' }, ['enum']],
    ['knows the constants of the branches', { ...choice }, constants, { kind: 'animal.dog' }, []],
    [
      'judges by the constants of the branches',
      choice,
      constants,
      { kind: 'animal.cat' },
      ['required'],
    ],
    [
      'leaves a value open that all branches allow',
      { ...choice, oneOf: undefined, anyOf: choice.oneOf },
      common,
      { kind: 'dog' },
      [],
    ],
    ['judges a subtype of the schema', parent, family, { kind: 'Cat' }, ['required']],
    ['judges a subtype of a subtype', parent, family, { kind: 'Lion', lives: 9 }, ['required']],
    ['accepts the schema itself', parent, family, { kind: 'tested' }, []],
    ['finds a subtype that does not exist', parent, family, { kind: 'lizard' }, ['enum']],
    ['says nothing of a schema without subtypes', parent, {}, { kind: 'lizard' }, []],
  ])('%s', (_what, tested, others, value, found) => {
    const { check, gaps } = validate(tested, { others });
    expect(check(value).map(({ keyword }) => keyword)).toEqual(found);
    expect(gaps()).toEqual([]);
  });

  test('of a subtype does not choose another one', () => {
    const others = { Animal: { ...Base, discriminator: { propertyName: 'kind' } } };
    const tested = { allOf: [to('Animal'), object({ lives: { type: 'integer' } }, ['lives'])] };
    const { check } = validate(tested, { others });
    expect(check({ kind: 'tested' }).map(({ keyword }) => keyword)).toEqual(['required']);
  });

  test('may be in a schema that lists subtypes, which contain it', () => {
    const tested = { ...parent, oneOf: [to('Cat'), to('Lion')] };
    const { check, gaps } = validate(tested, { others: family });
    expect(gaps()).toEqual([]);
    expect(check({ kind: 'Cat' }).map(({ keyword }) => keyword)).toEqual(['required']);
    expect(check({ kind: 'Cat', lives: 9 })).toEqual([]);
  });

  test.each<[what: string, tested: object, others: object]>([
    ['a branch', mapped, { Base, Cat, Dog }],
    ['a branch with a constant', choice, constants],
    ['a subtype', parent, family],
    ['a subtype of a schema that lists it', { ...parent, oneOf: [to('Cat')] }, family],
  ])('is right in a value made for %s', (_what, tested, others) => {
    const { validator, at, judge } = validate(tested, { others, direction: 'request' });
    const sample = validSampleOf(at, validator);
    expect(sample).toHaveProperty('kind');
    expect(judge(sample)).toEqual({ valid: true });
  });
});

test('bodies that are made at random name the branch that they are made of', () => {
  const others = { Base, Cat, Dog };
  const { validator, at } = validate(mapped, { others, direction: 'request' });
  const accepted = validSampleOf(at, validator);
  const made = fc.sample(bodyArbitrary(at, accepted, validator), { numRuns: 200, seed: 1 });
  const valid = made.filter((body) => problemsIn(validator.check(at, body)).length === 0);
  const kinds = new Set(valid.map((body) => fieldsOf(body).kind));
  expect(kinds).toContain('cat');
  expect(kinds).toContain('dog');
});
