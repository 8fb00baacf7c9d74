import { expect, test } from 'vitest';
import { validSampleOf } from '../../../conformance/engine/document/values/sample.ts';
import { validate } from './schemas-of.ts';

const pageOf = (more: object) => ({
  type: 'object',
  required: ['items'],
  properties: { items: { type: 'array', minItems: 1, items: { $dynamicRef: '#item' } } },
  $defs: { item: { $dynamicAnchor: 'item', not: {} } },
  ...more,
});
const specific = (field: string, more: object) => ({
  $defs: {
    item: {
      $dynamicAnchor: 'item',
      type: 'object',
      required: [field],
      properties: { [field]: { type: 'string' } },
    },
  },
  ...more,
});

test.each([
  ['with $id', 'page', { $id: 'page' }, { $id: 'users' }, { $id: 'groups' }],
  ['of components', '#/components/schemas/Page', {}, {}, {}],
])(
  'a generic schema takes its part from the schema that refers to it: %s',
  (_what, $ref, page, one, other) => {
    const others = {
      Page: pageOf(page),
      Groups: specific('members', { $ref, ...other }),
    };
    const { validator, at, judge, gaps } = validate(specific('email', { $ref, ...one }), {
      others,
    });
    expect(gaps()).toEqual([]);
    expect(judge({ items: [{ email: 'a' }] })).toEqual({ valid: true });
    expect(judge({ items: [{ members: 'a' }] }).valid).toBe(false);
    const groups = '/components/schemas/Groups';
    expect(validator.check(groups, { items: [{ members: 'a' }] })).toEqual({ valid: true });
    expect(validator.check(groups, { items: [{ email: 'a' }] }).valid).toBe(false);
    expect(judge(validSampleOf(at, validator))).toEqual({ valid: true });
  },
);

test('a schema that contains itself may be made strict', () => {
  const Tree = {
    $id: 'tree',
    $dynamicAnchor: 'node',
    type: 'object',
    properties: { data: true, children: { type: 'array', items: { $dynamicRef: '#node' } } },
  };
  const strict = {
    $id: 'strict',
    $dynamicAnchor: 'node',
    $ref: 'tree',
    unevaluatedProperties: false,
  };
  const { judge } = validate(strict, { others: { Tree } });
  expect(judge({ children: [{ data: 1 }] })).toEqual({ valid: true });
  expect(judge({ children: [{ daat: 1 }] }).valid).toBe(false);
});

test('names a dynamic reference that leads nowhere', () => {
  const { gaps, judge } = validate({ items: { $dynamicRef: '#nothing' } });
  expect(gaps()).toEqual(['tested/items $dynamicRef']);
  expect(judge([1]).valid).toBeUndefined();
});
