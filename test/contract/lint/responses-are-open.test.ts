import { expect, test } from 'vitest';
import { goodContract } from './good-contract.ts';
import { messages } from './lint.ts';

test('a response that limits the fields of an object is rejected, at any depth', async () => {
  const { files, opened, operation } = goodContract();
  const door = { type: 'object', additionalProperties: false, maxProperties: 3 };
  const doors = {
    type: 'array',
    items: { type: 'object', properties: { door, no_door: { minProperties: 1 } } },
  };
  const data = { type: 'object', properties: { doors }, unevaluatedProperties: false, propertyNames: {} };
  Object.assign(opened.content['application/json'].schema.properties ?? {}, { data });
  Object.assign(operation.requestBody.content['application/json'].schema, { additionalProperties: false });
  const found = await messages('responses-are-open', files);
  expect(found.sort()).toEqual([
    '`additionalProperties` closes a response.',
    '`maxProperties` closes a response.',
    '`minProperties` closes a response.',
    '`propertyNames` closes a response.',
    '`unevaluatedProperties` closes a response.',
  ]);
});
