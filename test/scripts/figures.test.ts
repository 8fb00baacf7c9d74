import { expect, test } from 'vitest';
import { measure } from '../../scripts/figures/measure.ts';
import { git, isHandWritten, readRevision } from '../../scripts/source/tracked-files.ts';

const sources = new Map([
  // words-ignore: the word is what the test finds.
  ['README.md', '# Title\n\nThe server answers.\n'],
  [
    'server/app.ts',
    "import express from 'express';\nimport { small } from './small.ts';\nimport { shared } from './shared.ts';\n",
  ],
  ['server/small.ts', "import { shared } from './shared.ts';\n\nexport const small = shared;\n"],
  ['server/shared.ts', 'export const shared = 1;\n'],
  ['server/long.ts', `${'export {};\n'.repeat(26)}`],
  ['server/one.ts', "import type { Two } from './two.ts';\nimport './long.ts';\n"],
  ['server/two.ts', "export const two = () => import('./one.ts');\n"],
  ['test/app.test.ts', "import express from 'express';\nimport '../server/small.ts';\n"],
]);
const figures = measure(sources, 25);

test('counts files and lines by folder, with and without tests', () => {
  expect(Object.fromEntries(figures.folders)).toEqual({
    '(root)': { files: 1, lines: 3 },
    'server/': { files: 6, lines: 36 },
    'test/': { files: 1, lines: 2 },
  });
  expect(figures.total).toEqual({ files: 8, lines: 41 });
  expect(figures.totalWithoutTests).toEqual({ files: 7, lines: 39 });
});

test('finds small source files with a single importer outside test/', () => {
  expect(figures.small).toEqual(['server/small.ts', 'server/one.ts', 'server/two.ts']);
  expect(measure(sources, 26).small).toContain('server/long.ts');
});

test('finds cycles that go through types and lazy imports', () => {
  expect(figures.cycles).toEqual([['server/one.ts', 'server/two.ts']]);
  expect(figures.cyclesInTests).toEqual([]);
});

test('finds the files outside test/ that import Express', () => {
  expect(figures.importExpress).toEqual(['server/app.ts']);
});

test('counts the words that the word list replaces', () => {
  expect(figures.words).toBe(1);
});

test.each([
  'generated/types.ts',
  'openapi/released/1.0.0.yaml',
  'docs/reference/cli.md',
  'package-lock.json',
  'bench/login.svg',
])('does not count %s as written by hand', (path) => expect(isHandWritten(path)).toBe(false));

test.each(['generated/README.md', 'docs/explanation/security.md', 'bench/bench.ts', 'openapi/openapi.yaml'])(
  'counts %s as written by hand',
  (path) => expect(isHandWritten(path)).toBe(true),
);

test('reads the files of a revision', () => {
  const files = readRevision('HEAD');
  expect(files.get('tsconfig.json')).toBe(git(['show', 'HEAD:tsconfig.json']).toString());
  expect(files.has('package-lock.json')).toBe(false);
});
