import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { implementationsFolder } from './start-implementation.ts';

test('every implementation is tested', async () => {
  const entries = await readdir(implementationsFolder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const tests = await readdir(import.meta.dirname);
  expect(names.filter((name) => !tests.includes(`${name}.test.ts`))).toEqual([]);
});
