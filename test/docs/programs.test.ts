import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compileStrictly } from '../support/compile-strictly.ts';
import { temporaryFolder } from '../support/server/database.ts';
import { blocksOf } from './support/blocks.ts';

const root = new URL('../..', import.meta.url).pathname;
const pages = ['README.md', ...readdirSync('docs/use').map((name) => `docs/use/${name}`)];

test('the programs of the README and of the pages for callers compile, strictly', () => {
  const folder = temporaryFolder();
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const files = pages.flatMap((page, at) => {
    mkdirSync(join(folder, `${at}`));
    return blocksOf(readFileSync(page, 'utf8')).flatMap(({ file, code }) => {
      if (file === undefined || !file.endsWith('.ts')) return [];
      const path = join(folder, `${at}`, file);
      writeFileSync(path, code);
      return [path];
    });
  });

  expect(files.length).toBeGreaterThan(7);
  expect(
    compileStrictly(files, { 'account-access-client': join(root, 'client/index.ts') }),
  ).toEqual([]);
});
