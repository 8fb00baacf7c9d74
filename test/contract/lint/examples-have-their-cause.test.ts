import { expect, test } from 'vitest';
import { goodContract } from './good-contract.ts';
import { messages } from './lint.ts';

const rule = 'examples-have-their-cause';

test('a response that no request causes is rejected', async () => {
  const { files, Broken } = goodContract();
  delete Broken.content['application/json'].examples.broken?.['x-cause'];
  expect(await messages(rule, files)).toEqual(['Example `broken` is on no request and has no `x-cause`.']);
});

test('a request that causes no response is rejected', async () => {
  const { files, operation } = goodContract();
  Object.assign(operation.requestBody.content['application/json'].examples, { knocked: { value: {} } });
  expect(await messages(rule, files)).toEqual(['Request example `knocked` has no response of that key.']);
});

test('one key in two responses is rejected', async () => {
  const { files, Broken, opened } = goodContract();
  const { examples } = Broken.content['application/json'];
  Object.assign(examples, opened.content['application/json'].examples);
  expect(await messages(rule, files)).toEqual(['Example `opened` is in two responses of one operation.']);
});

test('where an operation takes no body its parameters carry the examples', async () => {
  const { files, operation, root } = goodContract();
  const { requestBody, ...others } = operation;
  const { examples } = requestBody.content['application/json'];
  const parameter = {
    name: 'door',
    in: 'path',
    required: true,
    description: 'A door.',
    schema: { type: 'string' },
  };
  const paths = { '/v1/doors/{door}': { $ref: 'paths/open-door.yaml' } };
  const contract = (earned: object) => ({
    ...files,
    'openapi/openapi.yaml': { ...root, paths },
    'openapi/paths/open-door.yaml': { post: { ...others, parameters: [{ ...parameter, examples: earned }] } },
  });
  expect(await messages(rule, contract({ opened: { value: 'front' }, locked: { value: 'back' } }))).toEqual(
    [],
  );
  expect(await messages(rule, contract({ opened: examples.opened }))).toEqual([
    'Example `locked` is on no request and has no `x-cause`.',
  ]);
});
