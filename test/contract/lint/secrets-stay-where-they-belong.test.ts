import { expect, test } from 'vitest';
import { goodContract } from './good-contract.ts';
import { messages } from './lint.ts';

const rule = 'secrets-stay-where-they-belong';
const leak = 'Example `locked` shows the secret `door_token`, which its response does not declare.';
const lockedBecause = (extra: object) => ({
  locked: { value: { status: { code: 404, message: 'Not found', trace_id: 'a1' }, ...extra } },
});

test('a secret is shown where it is declared, and nowhere else', async () => {
  const { files, Locked } = goodContract();
  Locked.content['application/json'].examples = lockedBecause({ data: { door_token: 'another' } });
  expect(await messages(rule, files)).toEqual([leak]);
});

test('the name of a secret is found at any depth', async () => {
  const { files, Locked } = goodContract();
  Locked.content['application/json'].examples = lockedBecause({ data: { errors: [{ door_token: null }] } });
  expect(await messages(rule, files)).toEqual([leak]);
});

test('the value of a secret is found inside another text', async () => {
  const { files, Locked } = goodContract();
  Locked.content['application/json'].examples = lockedBecause({ data: { hint: 'not tok_s3cret but …' } });
  expect(await messages(rule, files)).toEqual([leak]);
});

test('a secret of the request is not allowed in the responses', async () => {
  const { files, operation, Locked } = goodContract();
  const { properties } = operation.requestBody.content['application/json'].schema;
  properties.door_code = { type: 'string', 'x-secret': true, examples: ['hunter2'] };
  Locked.content['application/json'].examples = lockedBecause({ data: { hint: 'hunter2' } });
  expect(await messages(rule, files)).toEqual([leak.replace('door_token', 'door_code')]);
});
