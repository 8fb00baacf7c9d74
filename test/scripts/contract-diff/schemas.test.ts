import { describe, expect, test } from 'vitest';
import {
  breaksBoth,
  breaksClients,
  compatible,
  type Document,
  type Edit,
  editorial,
  ending,
  operation,
  serversFollow,
  success,
  type Verdict,
  verdictsOf,
} from './contracts.ts';

type Schema = object | boolean;

const places: readonly (readonly [
  place: string,
  direction: 'request' | 'response',
  of: (document: Document) => Document,
])[] = [
  [
    'a request body',
    'request',
    (document) => operation(document).requestBody.content['application/json'],
  ],
  ['a parameter', 'request', (document) => operation(document).parameters[0]],
  ['a response body', 'response', (document) => success(document).content['application/json']],
  ['a header of responses', 'response', (document) => success(document).headers['X-Old']],
];

const text = { type: 'string' };
const matching = (pattern: string) => ({ pattern });
const field = (schema: Schema) => ({ type: 'object', properties: { a: schema } });

/** Two schemas, the first of which allows more. */
const schemas: readonly (readonly [what: string, looser: Schema, tighter: Schema])[] = [
  ['a longer maxLength', { maxLength: 9 }, { maxLength: 5 }],
  ['no maxLength', {}, { maxLength: 5 }],
  ['a shorter minLength', { minLength: 1 }, { minLength: 5 }],
  ['no minLength', {}, { minLength: 5 }],
  ['a higher maximum', { maximum: 9 }, { maximum: 5 }],
  ['a lower minimum', { minimum: -1 }, { minimum: 0 }],
  ['a higher exclusiveMaximum', { exclusiveMaximum: 9 }, { exclusiveMaximum: 5 }],
  ['a lower exclusiveMinimum', { exclusiveMinimum: 1 }, { exclusiveMinimum: 5 }],
  ['more maxItems', { maxItems: 9 }, { maxItems: 5 }],
  ['fewer minItems', { minItems: 1 }, { minItems: 5 }],
  ['more maxProperties', { maxProperties: 9 }, { maxProperties: 5 }],
  ['fewer minProperties', { minProperties: 1 }, { minProperties: 5 }],
  ['no uniqueItems', {}, { uniqueItems: true }],
  ['no multipleOf', {}, { multipleOf: 2 }],
  ['no pattern', text, { ...text, pattern: '^a$' }],
  ['no format', text, { ...text, format: 'date-time' }],
  ['no contentMediaType', text, { ...text, contentMediaType: 'text/plain' }],
  ['no contentEncoding', text, { ...text, contentEncoding: 'base64' }],
  ['no contentSchema', text, { ...text, contentSchema: { required: ['a'] } }],
  ['no propertyNames', field({}), { ...field({}), propertyNames: { maxLength: 3 } }],
  ['no dependentRequired', field({}), { ...field({}), dependentRequired: { a: ['b'] } }],
  [
    'no dependentSchemas',
    field({}),
    { ...field({}), dependentSchemas: { a: { required: ['b'] } } },
  ],
  ['no type', {}, text],
  ['null', { type: ['string', 'null'] }, text],
  ['another type', { type: ['string', 'integer'] }, text],
  ['every number', { type: 'number' }, { type: 'integer' }],
  ['a value more in an enum', { enum: ['a', 'b'] }, { enum: ['a'] }],
  ['an enum instead of a const', { enum: ['a', 'b'] }, { const: 'a' }],
  ['no const', text, { ...text, const: 'a' }],
  ['unknown values next to an enum', { enum: ['a'], 'x-extensible-enum': ['a'] }, { enum: ['a'] }],
  ['unknown fields', field({}), { ...field({}), additionalProperties: false }],
  ['unknown fields of any type', field({}), { ...field({}), additionalProperties: text }],
  ['an optional field', field({}), { ...field({}), required: ['a'] }],
  ['a longer field', field({ maxLength: 9 }), field({ maxLength: 5 })],
  ['items of any type', { type: 'array' }, { type: 'array', items: text }],
  ['longer items', { items: { maxLength: 9 } }, { items: { maxLength: 5 } }],
  ['a value at all', true, false],
  ['a choice more', { anyOf: [text, { type: 'integer' }] }, { anyOf: [text] }],
  ['one of several schemas', { oneOf: [text, { type: 'integer' }] }, text],
  [
    'fewer schemas to match',
    { allOf: ['a', 'b'].map(matching) },
    { allOf: ['a', 'b', 'c'].map(matching) },
  ],
  ['no contains', { type: 'array' }, { type: 'array', contains: text }],
  ['no not', text, { ...text, not: { const: 'a' } }],
];

describe.each(places)('in %s', (_place, direction, of) => {
  const put =
    (schema: Schema): Edit =>
    (document) => {
      of(document).schema = schema;
    };
  const [tightened, loosened] =
    direction === 'request' ? [breaksClients, serversFollow] : [serversFollow, breaksClients];

  test.each(schemas)('allowing %s is looser, and the reverse tighter', (_what, looser, tighter) => {
    expect(verdictsOf(put(tighter), put(looser))).toEqual([loosened]);
    expect(verdictsOf(put(looser), put(tighter))).toEqual([tightened]);
  });

  test.each<readonly [string, Schema, Schema]>([
    ['a pattern', { pattern: '^a$' }, { pattern: '^[ab]$' }],
    ['a format', { format: 'date' }, { format: 'date-time' }],
    ['a const', { const: 'a' }, { const: 'b' }],
    ['a type', text, { type: 'integer' }],
    ['what no rule rates', { 'x-new': 1 }, { 'x-new': 2 }],
  ])('another %s breaks both, and so does the reverse', (what, one, other) => {
    const verdicts = what === 'a const' ? [loosened, tightened] : [breaksBoth];
    const sorted = verdicts.toSorted(([clients]) => (clients === 'breaking' ? -1 : 1));
    expect(verdictsOf(put(one), put(other))).toEqual(sorted);
    expect(verdictsOf(put(other), put(one))).toEqual(sorted);
  });

  test('another default breaks both in a request', () => {
    const verdict = direction === 'request' ? breaksBoth : compatible;
    expect(verdictsOf(put({ default: 'a' }), put({ default: 'b' }))).toEqual([verdict]);
  });

  test.each<readonly [string, Schema, Schema, Verdict, Verdict]>([
    ['a secret', text, { ...text, 'x-secret': true }, serversFollow, breaksClients],
    ['a password to tools', text, { ...text, format: 'password' }, compatible, compatible],
    ['described', text, { ...text, description: 'New.' }, editorial, editorial],
    ['an example', text, { ...text, example: 'new' }, editorial, editorial],
    ['deprecated', text, { ...text, ...ending }, compatible, compatible],
  ])('marking a value as %s, and no longer', (_what, plain, marked, added, removed) => {
    expect(verdictsOf(put(plain), put(marked))).toEqual([added]);
    expect(verdictsOf(put(marked), put(plain))).toEqual([removed]);
  });

  test('a value more in an open list is expected, and one less breaks both', () => {
    const open = (...known: readonly string[]) => put({ enum: known, 'x-extensible-enum': known });
    expect(verdictsOf(open('a'), open('a', 'b'))).toEqual([serversFollow]);
    expect(verdictsOf(open('a', 'b'), open('a'))).toEqual([breaksBoth]);
  });
});
