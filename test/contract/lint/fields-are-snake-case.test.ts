import { expect, test } from 'vitest';
import { goodContract } from './good-contract.ts';
import { messages } from './lint.ts';

const rule = 'fields-are-snake-case';

test('a field in any other case is rejected', async () => {
  const names = ['doorName', 'DoorName', 'door-name', 'door__name', '_door', 'door_'];
  const { files, operation } = goodContract();
  const { schema } = operation.requestBody.content['application/json'];
  for (const name of names) schema.properties[name] = { type: 'string', example: 'front' };
  expect(await messages(rule, files)).toEqual(names.map((name) => `Field \`${name}\` is not snake_case.`));
});

test('a query parameter in another case is rejected, a header is not', async () => {
  const { files, operation } = goodContract();
  const parameter = { description: 'A door.', schema: { type: 'string', example: 'front' } };
  const parameters = [
    { ...parameter, in: 'query', name: 'doorName' },
    { ...parameter, in: 'header', name: 'X-Door-Name' },
  ];
  Object.assign(operation, { parameters });
  expect(await messages(rule, files)).toEqual(['Parameter `doorName` is not snake_case.']);
});
