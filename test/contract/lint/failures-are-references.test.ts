import { expect, test } from 'vitest';
import { goodContract } from './good-contract.ts';
import { messages } from './lint.ts';

test('a failure that is inline is rejected', async () => {
  const { files, operation, Locked } = goodContract();
  operation.responses[404] = Locked;
  expect(await messages('failures-are-references', files)).toEqual([
    'Response 404 is inline; refer to a shared response.',
  ]);
});
