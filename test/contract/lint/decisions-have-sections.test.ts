import { expect, test } from 'vitest';
import { goodContract } from './good-contract.ts';
import { messages } from './lint.ts';

const rule = 'decisions-have-sections';
const missing = (slug: string) => `Decision \`${slug}\` has no section in docs/explanation/decisions.md.`;

test('a decision without a section is rejected', async () => {
  const { files, root } = goodContract();
  Object.assign(root.info, { 'x-decision': ['doors', 'windows'] });
  expect(await messages(rule, files)).toEqual([missing('windows')]);
});

test('a section that no mark in the contract refers to is rejected', async () => {
  const { files } = goodContract();
  const text = `${files['docs/explanation/decisions.md']}\n## windows\n\nThere are none.\n`;
  expect(await messages(rule, { ...files, 'docs/explanation/decisions.md': text })).toEqual([
    'Section `windows` of docs/explanation/decisions.md has no mark in the contract.',
  ]);
});

test('a contract without a file of decisions is rejected', async () => {
  const { 'docs/explanation/decisions.md': _, ...files } = goodContract().files;
  expect(await messages(rule, files)).toEqual([missing('doors')]);
});

test('a mark is found at every place', async () => {
  const { files, root, operation, opened, Locked } = goodContract();
  const extension = { 'x-more': { 'x-most': { 'x-decision': 'extension' } } };
  Object.assign(root.info, { 'x-decision': 'doors', ...extension });
  const places = {
    operation,
    response: opened,
    'shared-response': Locked,
    header: Locked.headers['Cache-Control'],
    'header-schema': Locked.headers['Cache-Control'].schema,
    schema: opened.content['application/json'].schema,
    tag: root.tags[0],
    server: root.servers[0],
  };
  for (const [slug, place] of Object.entries(places)) Object.assign(place ?? {}, { 'x-decision': slug });
  const expected = [...Object.keys(places), 'extension'].map(missing);
  expect((await messages(rule, files)).sort()).toEqual(expected.sort());
});
