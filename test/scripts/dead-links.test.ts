import { expect, test } from 'vitest';
import { deadLinks } from '../../scripts/dead-links.ts';

const files = ['README.md', 'docs/guide.md', 'examples/one.ts'];

test('a link is dead when its target does not exist', () => {
  const text =
    '[a](docs/guide.md) [b](docs/guide.md#part) [c](examples/) [d](examples) [e](https://example.com/x.md) [f](#here) ' +
    '[g](docs/other.md) [h](openapi/openapi.yaml "the contract") [i](<exam>) [j](docs/guide.md/more) [k](../README.md)';
  expect(deadLinks('README.md', text, files)).toEqual([
    'docs/other.md',
    'openapi/openapi.yaml',
    'exam',
    'docs/guide.md/more',
    '../README.md',
  ]);
});

test('a link is relative to its file', () => {
  expect(
    deadLinks('docs/guide.md', '[a](../README.md) [b](../examples/one.ts) [c](README.md)', files),
  ).toEqual(['README.md']);
});
