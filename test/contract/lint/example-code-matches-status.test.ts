import { expect, test } from 'vitest';
import { goodContract } from './good-contract.ts';
import { messages } from './lint.ts';

const rule = 'example-code-matches-status';

test('an example that was copied to another status is rejected', async () => {
  const { files, Locked } = goodContract();
  const value = { status: { code: 401, message: 'Invalid credentials', trace_id: 'a1' } };
  Locked.content['application/json'].examples = { locked: { value } };
  expect(await messages(rule, files)).toEqual([
    'Example `locked` says code 401 in a response of status 404.',
  ]);
});

test('a shared failure is checked against each status it is filed under', async () => {
  const { files, operation } = goodContract();
  Object.assign(operation.responses, { 409: operation.responses[404] });
  expect(await messages(rule, files)).toEqual([
    'Example `locked` says code 404 in a response of status 409.',
  ]);
});

test('a success that is not "OK" is rejected', async () => {
  const { files, opened } = goodContract();
  const value = { status: { code: 200, message: 'Done', trace_id: 'a1' } };
  opened.content['application/json'].examples = { opened: { value } };
  expect(await messages(rule, files)).toEqual(['Example `opened` says "Done" in a response of status 200.']);
});

test('a failure that is "OK" is rejected', async () => {
  const { files, Locked } = goodContract();
  const value = { status: { code: 404, message: 'OK', trace_id: 'a1' } };
  Locked.content['application/json'].examples = { locked: { value } };
  expect(await messages(rule, files)).toEqual(['Example `locked` says "OK" in a response of status 404.']);
});
