import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { onService, open, pages, read } from './support/site.ts';
// Bytes of a page and of what it loads, with about 3 % to spare. `*` is any page of prose, which may grow.
import budgets from './weight.json' with { type: 'json' };

interface Budget {
  readonly raw: number;
  readonly gzip: number;
}

const named: Readonly<Record<string, Budget>> = budgets;

test.each(pages)('%s keeps to its weight', async (path) => {
  const budget = named[path] ?? budgets['*'];
  const { requests } = await open(onService(path));
  // However often it is asked for, as the console asks for its own headers.
  const files = [...new Set(requests.map((url) => new URL(url).pathname))]
    .filter((pathname) => pathname.startsWith('/docs/'))
    .map((pathname) => read(decodeURIComponent(pathname.slice('/docs/'.length))));
  expect(files.length).toBeGreaterThan(0);
  const sum = (size: (file: Buffer) => number) => files.reduce((total, file) => total + size(file), 0);
  expect(sum(({ length }) => length)).toBeLessThanOrEqual(budget.raw);
  expect(sum((file) => gzipSync(file, { level: 9 }).length)).toBeLessThanOrEqual(budget.gzip);
});

test('every page that has a budget is there', () => {
  expect(pages).toEqual(expect.arrayContaining(Object.keys(budgets).filter((path) => path !== '*')));
});
