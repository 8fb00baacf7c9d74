import { expect, test } from 'vitest';
import { engineLine } from '../../bin/support/in-process.ts';
import { jsonListener } from '../json-listener.ts';
import { serverForTest } from '../test-server.ts';
import { documentFiles } from './run-document.ts';
import { type Given, validate } from './schemas-of.ts';

const self = { $ref: '#/components/schemas/tested' };
const valid = { name: 'a' };
const required = { type: 'object', required: ['name'] };

test.each<[what: string, schema: object, gaps: readonly string[]]>([
  [
    'a pattern of no engine',
    { properties: { name: { pattern: '(' } } },
    ['tested/properties/name pattern'],
  ],
  [
    'a type that is none',
    { properties: { name: { type: 'Edge' } } },
    ['tested/properties/name type'],
  ],
  [
    'an enumeration of nothing',
    { properties: { kind: { enum: [] } } },
    ['tested/properties/kind enum'],
  ],
  [
    'a bound that is a text',
    { properties: { name: { maxLength: '20' } } },
    ['tested/properties/name maxLength'],
  ],
  ['a field without a schema', { properties: { name: null } }, ['tested properties']],
  [
    'required as in older drafts',
    { properties: { name: { required: true } } },
    ['tested/properties/name required'],
  ],
  ['a schema in allOf of itself', { allOf: [self] }, ['tested/allOf/0 $ref']],
  ['a schema that is a choice of itself', { anyOf: [self, {}] }, ['tested/anyOf/0 $ref']],
])('leaves out %s, judges the rest, and says so', (_what, schema, gaps) => {
  const { judge, check, gaps: found } = validate({ ...required, ...schema });
  expect(found()).toEqual(gaps);
  expect(judge(valid).valid).toBeUndefined();
  expect(check({}).map(({ keyword }) => keyword)).toEqual(['required']);
});

test.each<[what: string, schema: object, wrong: unknown, given?: Given]>([
  ['nullable without a type in 3.1', { nullable: true, oneOf: [{ type: 'string' }] }, 7],
  ['nullable with a type in 3.1', { nullable: true, type: 'string' }, 7],
  ['a boolean exclusive bound in 3.1', { exclusiveMinimum: true, minimum: 0, type: 'number' }, 0],
  ['a list of schemas for the items', { type: 'array', items: [{ type: 'string' }] }, [7]],
  [
    'an example with the names of a schema',
    { type: 'string', example: { $id: 'a', $dynamicAnchor: 'b' } },
    7,
  ],
  [
    'an example with an unknown $schema',
    { type: 'string', examples: [{ $schema: 'x', $ref: 7 }] },
    7,
  ],
  [
    'a default and constants that look like schemas',
    { default: { $ref: '#/x' }, enum: [{ $id: 'a' }] },
    7,
  ],
  [
    'an extension with the keywords of a schema',
    { type: 'string', 'x-a': { type: 'Edge', $id: 'a' } },
    7,
  ],
  [
    'a field in a field of itself',
    { properties: { child: self, n: { type: 'string' } } },
    { child: { n: 7 } },
  ],
])('judges by %s in full', (_what, schema, wrong, given) => {
  const { judge, gaps } = validate(schema, given);
  expect(gaps()).toEqual([]);
  expect(judge(wrong).valid).toBe(false);
});

test('judges by fields that schemas share by a reference to the map of them', () => {
  const others = { Common: { properties: { n: { type: 'integer' } } } };
  const $ref = '#/components/schemas/Common/properties';
  const { judge, gaps } = validate({ properties: { $ref } }, { others });
  expect(gaps()).toEqual([]);
  expect(judge({ n: 'x' }).valid).toBe(false);
});

test('one schema that cannot be used leaves the others as they are', () => {
  const others = { Bad: { pattern: '(' }, Good: { type: 'integer' } };
  const properties = {
    bad: { $ref: '#/components/schemas/Bad' },
    good: { $ref: '#/components/schemas/Good' },
  };
  const { validator, judge, gaps } = validate({ properties }, { others });
  expect(gaps()).toEqual(['Bad pattern']);
  expect(judge({ good: 'x' }).valid).toBe(false);
  expect(validator.check('/components/schemas/Good', 1)).toEqual({ valid: true });
});

test('a choice whose branch lost a keyword allows more than one branch', () => {
  const branch = { type: 'string', pattern: '(' };
  const { judge } = validate({ oneOf: [branch, { type: 'string' }] });
  expect(judge('a').valid).toBeUndefined();
  expect(judge(1).valid).toBe(false);
});

test('judges a list of unique items in time in proportion to it', () => {
  const { judge } = validate({ type: 'array', uniqueItems: true });
  const items = Array.from({ length: 100_000 }, (_, at) => ({ at, a: 1 }));
  expect(judge(items).valid).toBe(true);
  expect(judge([...items, { a: 1, at: 5 }]).valid).toBe(false);
  expect(judge([{ a: 1 }, ['a', 1], [['a', 1]], 'a', 1, '1', null]).valid).toBe(true);
});

const program = (...args: readonly string[]) => engineLine(args);

const documentWith = (schema: object) =>
  documentFiles({
    'openapi.json': {
      openapi: '3.1.0',
      paths: {
        '/things': {
          get: {
            operationId: 'getThings',
            responses: { 200: { description: 'OK', content: { 'application/json': { schema } } } },
          },
        },
      },
    },
  });

const unreadable = { type: 'object', properties: { name: { type: 'string', pattern: '(' } } };
const place = '/paths/~1things/get/responses/200/content/application~1json/schema/properties/name';

test('a run that passes says in its verdict what it did not judge, and lists it in its report', async () => {
  const { url } = await serverForTest(
    jsonListener(({ method }) =>
      method === 'GET' ? [200, { name: 'a' }] : [405, undefined, { allow: 'GET' }],
    ),
  );
  const document = documentWith(unreadable);
  const tested = await program('test', url, '--document', document, '--json');
  expect(tested.code).toBe(0);
  expect(JSON.parse(tested.stdout)).toMatchObject({
    verdict: 'passed',
    gaps: [{ at: place, keyword: 'pattern', operations: ['getThings'] }],
  });
  const { stdout } = await program('test', url, '--document', document);
  expect(stdout).toMatch(/NOT JUDGED\n {2}\S+\/properties\/name:\s+pattern "\(" is not/);
  expect(stdout).toMatch(
    /passed the contract tests, except for 1 part of the\s+document that cannot be judged/,
  );
});

test('the list of checks names what they will not judge', async () => {
  const { code, stderr } = await program('list', '--document', documentWith(unreadable));
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining(place) });
});
