import { expect, test } from 'vitest';
import { renamedDuplicates } from '../../scripts/check-generators/generators.ts';
import { deadLinks } from '../../scripts/dead-links.ts';

const listed = ['README.md', 'docs/guide.md', 'examples/one.ts'];

test('a link is dead when its target, relative to its file, does not exist', () => {
  const text =
    '[a](docs/guide.md) [b](docs/guide.md#part) [c](examples/) [d](examples) [e](https://example.com/x.md) [f](#here) ' +
    '[g](docs/other.md) [h](openapi/openapi.yaml "the contract") [i](<exam>) [j](docs/guide.md/more) [k](../README.md)';
  const dead = ['docs/other.md', 'openapi/openapi.yaml', 'exam', 'docs/guide.md/more', '../README.md'];
  expect(deadLinks('README.md', text, listed)).toEqual(dead);
  expect(deadLinks('docs/guide.md', '[a](../README.md) [b](README.md)', listed)).toEqual(['README.md']);
});

test('finds the names that a generator numbered, but not statuses, or names of their own or that are not exported', () => {
  const types = ['LoginResponse', 'LoginResponse2', 'loginResponse', 'loginResponse404', 'Sha256', 'Options'];
  const exported = [...types.map((name) => `type ${name} = {}`), 'const login = 1', 'const login1 = 2'];
  const text = ['type Options2 = {}', ...exported.map((one) => `export ${one}`)].join(';\n');
  expect(renamedDuplicates(text)).toEqual(['LoginResponse2', 'login1']);
});
