import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reasons } from '../../../generated/contract.ts';
import { createDocumentedResponses } from '../../mock/documented.ts';
import { compileStrictly } from '../../support/compile-strictly.ts';
import {
  codeBlocks,
  folderWith,
  page,
  runTests,
  sources,
  testFiles,
  titlesIn,
} from './recipe-folder.ts';

const files = testFiles();
const inVitest = files.filter((file) => !file.includes('@playwright/test'));

test('the page has tests for Vitest, msw and Playwright, in short blocks', () => {
  expect(files.map((file) => titlesIn(file).length > 0)).toEqual([true, true, true]);
  expect(inVitest).toHaveLength(2);
  for (const code of codeBlocks) {
    const lines = code.trim().split('\n');
    expect(lines.length, code).toBeLessThanOrEqual(12);
    // As wide as the column of the page.
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(86);
  }
});

test('every test of the page passes', async () => {
  const outcomes = await runTests(await folderWith(...inVitest));
  const titles = inVitest.flatMap(titlesIn);
  expect(outcomes).toEqual(Object.fromEntries(titles.map((title) => [title, 'passed'])));
});

test('the blocks compile, strictly', async () => {
  const folder = await folderWith(...files);
  const names = files.map((_file, at) => join(folder, `recipes-${at}.test.ts`));
  expect(compileStrictly(names, sources)).toEqual([]);
});

test('the page lists the documented successes, and every other example is named by its reason', () => {
  const listed = [...page.matchAll(/^- `(.+?)`: (.+)/gm)].flatMap(([, id, examples = '']) =>
    [...examples.matchAll(/`(\w+)`/g)].map(([, example]) => `${id} ${example}`),
  );
  const all = createDocumentedResponses();
  const successes = all.filter(({ code }) => code < 300);
  expect(listed.toSorted()).toEqual(
    successes.map(({ operation, example }) => `${operation} ${example}`).toSorted(),
  );
  const named: readonly string[] = reasons;
  expect(all.filter(({ code, example }) => code >= 300 && !named.includes(example))).toEqual([]);
});
