import { expect, test } from 'vitest';
import { goodContract } from './good-contract.ts';
import { messages } from './lint.ts';

const rule = 'responses-have-named-examples';

test('a response without an example is rejected', async () => {
  const { files, Locked } = goodContract();
  Locked.content['application/json'].examples = {};
  expect(await messages(rule, files)).toEqual(['Response 404 has no named example.']);
});

test('an example without a name is rejected', async () => {
  const { files, Locked } = goodContract();
  const { examples } = Locked.content['application/json'];
  Object.assign(Locked.content['application/json'], { examples: undefined, example: examples.locked?.value });
  expect(await messages(rule, files)).toEqual([
    'Response 404 has no named example.',
    'An example without a name: use `examples`.',
  ]);
});
