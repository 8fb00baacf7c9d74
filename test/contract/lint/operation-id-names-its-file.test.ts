import { expect, test } from 'vitest';
import { goodContract } from './good-contract.ts';
import { messages } from './lint.ts';

const rule = 'operation-id-names-its-file';

test('an operation in the file of another is rejected', async () => {
  const { files, operation } = goodContract();
  operation.operationId = 'closeDoor';
  expect(await messages(rule, files)).toEqual([
    'Operation `closeDoor` belongs in a file named close-door.yaml.',
  ]);
});

test('an operationId in any other case is rejected', async () => {
  const names = ['OpenDoor', 'open_door', 'open-door', 'openAPIDoor'];
  const { files, operation } = goodContract();
  const [post, get, put, patch] = names.map((operationId) => ({ ...operation, operationId }));
  const found = await messages(rule, { ...files, 'openapi/paths/open-door.yaml': { post, get, put, patch } });
  expect(found).toEqual(
    expect.arrayContaining(names.map((name) => `operationId \`${name}\` is not camelCase.`)),
  );
});

test('in a bundle, where everything is one file, only the case is checked', async () => {
  const { files, operation, root } = goodContract();
  operation.operationId = 'closeDoor';
  const bundle = JSON.parse(
    JSON.stringify({ ...root, paths: { '/v1/doors': { post: operation } } }).replaceAll(
      '../openapi.yaml',
      '',
    ),
  );
  expect(await messages(rule, { ...files, 'openapi/openapi.yaml': bundle })).toEqual([]);
});
