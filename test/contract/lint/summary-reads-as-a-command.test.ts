import { expect, test } from 'vitest';
import { goodContract } from './good-contract.ts';
import { messages } from './lint.ts';

const rule = 'summary-reads-as-a-command';

test('a summary that does not read as a command is rejected', async () => {
  const errors = {
    'open a door': 'does not start with a capital letter',
    'Opens a door': 'is not in the imperative',
    'Open a door.': 'ends with a full stop',
    'Open a door that somebody else has closed and locked some time ago': 'is longer than 60 characters',
  };
  const { files, operation } = goodContract();
  const [post, get, put, patch] = Object.keys(errors).map((summary) => ({ ...operation, summary }));
  const found = await messages(rule, { ...files, 'openapi/paths/open-door.yaml': { post, get, put, patch } });
  const expected = Object.entries(errors).map(([summary, error]) => `The summary "${summary}" ${error}.`);
  expect(found.sort()).toEqual(expected.sort());
});

test('a verb that ends with two s is a command', async () => {
  const { files, operation } = goodContract();
  operation.summary = 'Pass a door';
  expect(await messages(rule, files)).toEqual([]);
});
