import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { implementationsFolder } from './start-implementation.ts';

test('every implementation is tested', async () => {
  const entries = await readdir(implementationsFolder, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map(({ name }) => name);
  const files = ['javascript.test.ts', 'other-languages.test.ts'];
  const tests = await Promise.all(files.map((file) => readFile(join(import.meta.dirname, file), 'utf8')));
  expect(names.filter((name) => !tests.join().includes(`name: '${name}'`))).toEqual([]);
});
