import { expect, test } from 'vitest';
import { goodContract } from './good-contract.ts';
import { messages } from './lint.ts';

const rule = 'component-names-are-their-files';
const schema = { type: 'string', example: 'front' };

test('a component whose file is in another case is rejected', async () => {
  const { files, operation } = goodContract();
  const { properties } = operation.requestBody.content['application/json'].schema;
  properties.door_name = { $ref: '../components/schemas/door-name.yaml' };
  expect(await messages(rule, { ...files, 'openapi/components/schemas/door-name.yaml': schema })).toEqual([
    'The file ../components/schemas/door-name.yaml of a component is not named in PascalCase.',
  ]);
});

test('a component that is listed under another name than its file is rejected', async () => {
  const { files, root } = goodContract();
  root.components.schemas.DoorName = { $ref: 'components/schemas/NameOfDoor.yaml' };
  expect(await messages(rule, { ...files, 'openapi/components/schemas/NameOfDoor.yaml': schema })).toEqual([
    'Component `DoorName` comes from a file of another name.',
  ]);
});

test('a component that is listed in another case is rejected', async () => {
  const { files, root } = goodContract();
  root.components.schemas.doorName = schema;
  expect(await messages(rule, files)).toEqual(['Component `doorName` is not named in PascalCase.']);
});
