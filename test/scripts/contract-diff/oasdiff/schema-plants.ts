import { type Document, type Edit, generate } from '../planting.ts';

/** A change that an id of oasdiff names: what the released contract must have for it, and the change. */
export interface Plant {
  readonly release?: Edit;
  readonly change: Edit;
}

const ending = { deprecated: true, 'x-deprecation': { since: '2027-01-01', sunset: '2028-01-01' } };

type Schema = Readonly<Record<string, unknown>>;

const inField = (schema: Schema): Schema => ({ type: 'object', properties: { planted: schema } });

const parameter = (document: Document, schema: Schema) => {
  const { parameters } = generate(document);
  const others = parameters.filter(({ name }: { name: string }) => name !== 'planted');
  generate(document).parameters = [...others, { name: 'planted', in: 'query', schema }];
};
const requestBody = (document: Document, schema: Schema) => {
  generate(document).requestBody.content['application/json'] = { schema };
};
const responseBody = (document: Document, schema: Schema) => {
  generate(document).responses['200'].content['application/json'] = { schema };
};

/** Where a schema may be, by how the ids begin. */
const slots: Readonly<Record<string, (document: Document, schema: Schema) => void>> = {
  'request-body': requestBody,
  'request-property': (document, schema) => requestBody(document, inField(schema)),
  'request-parameter': parameter,
  'request-parameter-property': (document, schema) => parameter(document, inField(schema)),
  'request-header-property': (document, schema) => {
    generate(document).parameters[0].schema = inField(schema);
  },
  'response-body': responseBody,
  'response-mediatype': responseBody,
  'response-property': (document, schema) => responseBody(document, inField(schema)),
  'response-header': (document, schema) => {
    generate(document).responses['200'].headers['X-Planted'] = { schema };
  },
};

type Pair = readonly [before: Schema, after: Schema];
type Pairs = Readonly<Record<string, Pair>>;

const addedAndRemoved = (name: string, before: Schema, after: Schema): Pairs => ({
  [`${name}-added`]: [before, after],
  [`${name}-removed`]: [after, before],
});

const bound = (name: string, keyword: string): Pairs => ({
  [`${name}-set`]: [{}, { [keyword]: 5 }],
  [`${name}-unset`]: [{ [keyword]: 5 }, {}],
  [`${name}-increased`]: [{ [keyword]: 5 }, { [keyword]: 9 }],
  [`${name}-decreased`]: [{ [keyword]: 9 }, { [keyword]: 5 }],
});

const [text, integer, number] = [{ type: 'string' }, { type: 'integer' }, { type: 'number' }];
const list = { type: 'array', contains: text, minContains: 1 };
const [cat, dog] = [
  { type: 'object', required: ['cat'] },
  { type: 'object', required: ['dog'] },
];
const either = { oneOf: [cat, dog] };
const kinds = { ...either, discriminator: { propertyName: 'kind', mapping: { cat: '#/cat' } } };
const kindsWith = (discriminator: Schema): Schema => ({
  ...either,
  discriminator: { ...kinds.discriminator, ...discriminator },
});
// Not an object of which JavaScript would think that it is a promise.
const then = 'then';
const condition = { if: cat, [then]: dog, else: { type: 'object', required: ['bird'] } };

/** What may happen to a schema anywhere, by how the ids end. */
const anywhere: Pairs = {
  ...bound('max-length', 'maxLength'),
  ...bound('min-length', 'minLength'),
  ...bound('max', 'maximum'),
  ...bound('min', 'minimum'),
  ...bound('exclusive-max', 'exclusiveMaximum'),
  ...bound('exclusive-min', 'exclusiveMinimum'),
  ...bound('max-items', 'maxItems'),
  ...bound('min-items', 'minItems'),
  ...addedAndRemoved('pattern', text, { ...text, pattern: '^a$' }),
  'pattern-changed': [{ pattern: '^a$' }, { pattern: '^b$' }],
  'pattern-generalized': [{ pattern: '^a$' }, { pattern: '.*' }],
  'became-enum': [text, { ...text, enum: ['a'] }],
  ...addedAndRemoved('enum-value', { enum: ['a'] }, { enum: ['a', 'b'] }),
  'x-extensible-enum-value-removed': [{ 'x-extensible-enum': ['a', 'b'] }, { 'x-extensible-enum': ['a'] }],
  ...addedAndRemoved('const', text, { ...text, const: 'a' }),
  'const-changed': [{ const: 'a' }, { const: 'b' }],
  ...addedAndRemoved('default-value', text, { ...text, default: 'a' }),
  'default-value-changed': [{ default: 'a' }, { default: 'b' }],
  'became-nullable': [text, { type: ['string', 'null'] }],
  'became-not-nullable': [{ type: ['string', 'null'] }, text],
  'type-changed': [text, integer],
  'type-generalized': [integer, number],
  'type-specialized': [number, integer],
  'list-of-types-widened': [text, { type: ['string', 'integer'] }],
  'list-of-types-narrowed': [{ type: ['string', 'integer'] }, text],
  ...addedAndRemoved('all-of', text, { ...text, allOf: [{ minLength: 2 }] }),
  ...addedAndRemoved('any-of', { anyOf: [text] }, { anyOf: [text, integer] }),
  ...addedAndRemoved('one-of', { oneOf: [text] }, { oneOf: [text, integer] }),
  'wrapped-in-one-of': [cat, either],
  ...addedAndRemoved('discriminator', either, kinds),
  'discriminator-property-name-changed': [kinds, kindsWith({ propertyName: 'sort' })],
  'discriminator-mapping-added': [kinds, kindsWith({ mapping: { cat: '#/cat', dog: '#/dog' } })],
  'discriminator-mapping-deleted': [kinds, kindsWith({ mapping: {} })],
  'discriminator-mapping-changed': [kinds, kindsWith({ mapping: { cat: '#/dog' } })],
  ...addedAndRemoved('prefix-items', { prefixItems: [text] }, { prefixItems: [text, integer] }),
  ...addedAndRemoved('if', { [then]: dog }, { if: cat, [then]: dog }),
  ...addedAndRemoved('then', { ...condition, [then]: undefined }, condition),
  ...addedAndRemoved('else', { ...condition, else: undefined }, condition),
  ...addedAndRemoved('contains', { type: 'array' }, { type: 'array', contains: text }),
  'min-contains-increased': [list, { ...list, minContains: 2 }],
  'min-contains-decreased': [{ ...list, minContains: 2 }, list],
  'max-contains-increased': [
    { ...list, maxContains: 2 },
    { ...list, maxContains: 3 },
  ],
  'max-contains-decreased': [
    { ...list, maxContains: 3 },
    { ...list, maxContains: 2 },
  ],
  ...addedAndRemoved('dependent-required', cat, { ...cat, dependentRequired: { cat: ['dog'] } }),
  'dependent-required-changed': [
    { dependentRequired: { cat: ['dog'] } },
    { dependentRequired: { cat: ['dog', 'bird'] } },
  ],
  ...addedAndRemoved('dependent-schema', cat, { ...cat, dependentSchemas: { cat: dog } }),
  ...addedAndRemoved('pattern-property', cat, { ...cat, patternProperties: { '^a': text } }),
  ...addedAndRemoved('property-names', cat, { ...cat, propertyNames: { maxLength: 3 } }),
  ...addedAndRemoved('unevaluated-items', list, { ...list, unevaluatedItems: false }),
  ...addedAndRemoved('unevaluated-properties', cat, { ...cat, unevaluatedProperties: false }),
  ...addedAndRemoved('content-schema', text, { ...text, contentSchema: cat }),
  'content-media-type-changed': [{ contentMediaType: 'text/plain' }, { contentMediaType: 'text/html' }],
  'content-encoding-changed': [{ contentEncoding: 'base64' }, { contentEncoding: 'base32' }],
  deprecated: [{}, ending],
  'deprecated-with-sunset': [{}, ending],
  'deprecated-sunset-missing': [{}, { deprecated: true }],
  reactivated: [ending, {}],
  'stability-decreased': [{ 'x-stability-level': 'stable' }, { 'x-stability-level': 'beta' }],
  'stability-increased': [{ 'x-stability-level': 'beta' }, { 'x-stability-level': 'stable' }],
};

/** Every edit in every place: more than oasdiff has ids for. */
export const schemaPlants: ReadonlyMap<string, Plant> = new Map(
  Object.entries(slots).flatMap(([slot, put]) =>
    Object.entries({ ...anywhere, ...compatibleIn(slot) }).map(([edit, [before, after]]) => [
      `${slot}-${edit}`,
      {
        release: (document) => put(document, clean(before)),
        change: (document) => put(document, clean(after)),
      },
    ]),
  ),
);

/** A type that the other party copes with. */
function compatibleIn(slot: string): Pairs {
  return { 'type-compatible': slot.startsWith('request') ? [integer, number] : [number, integer] };
}

// Without the fields that are undefined.
const clean = (schema: Schema): Schema => JSON.parse(JSON.stringify(schema));
