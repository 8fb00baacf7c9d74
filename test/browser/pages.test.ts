import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectNoErrors } from './support/audit.ts';
import { folder, onService, open, outOfReach, pages, tabThrough } from './support/site.ts';
// Bytes of a page and of what it loads, with about 3 % to spare. `*` is any page of prose, which may grow.
import budgets from './weight.json' with { type: 'json' };

const budgetOf: Readonly<Record<string, (typeof budgets)['*']>> = budgets;

/** A page of each kind. Every other page has the template, the style and the scripts of one of them, and other text. */
const kinds = [
  ...['index.html', 'reference.html', 'changelog.html'],
  ...['deploy.html', 'architecture.html', 'interface.html'],
];

test('there are pages to look at', () => {
  const named = Object.keys(budgets).filter((path) => path !== '*');
  expect(pages).toEqual(expect.arrayContaining([...kinds, ...named]));
});

test.each(kinds)(
  '%s is fit for all readers: by keys, wide and narrow, in both schemes',
  async (path) => {
    const { page, requests, ...heard } = await open(onService(path));
    expectWeight(path, requests);
    await expectWalkByKeys(page);
    await expectNoErrors(page);
    expect(heard).toEqual({ foreign: [], complaints: [], refusals: [] });
  },
);

test('every page fits a narrow window, and loads only the files of the site, with little weight', async () => {
  const { page, requests, ...heard } = await open(onService('index.html'), { width: 320 });
  for (const path of pages) {
    requests.length = 0;
    await page.goto(onService(path));
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth),
      path,
    ).toBeLessThanOrEqual(320);
    expect(await outOfReach(page), path).toEqual([]);
    expectWeight(path, requests);
    expect(heard, path).toEqual({ foreign: [], complaints: [], refusals: [] });
  }
});

test.each(pages)(
  '%s comes with a policy that its own equals, and forbids to be framed',
  async (path) => {
    const response = await fetch(onService(path));
    expect(response.status).toBe(200);
    const [, own] =
      /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(await response.text()) ??
      [];
    expect(own).toMatch(/^default-src 'none'/);
    expect(own).not.toContain('unsafe');
    expect(own).not.toMatch(/https?:|\*|blob:/);
    expect(response.headers.get('content-security-policy')).toBe(`${own}; frame-ancestors 'none'`);
  },
);

/** Counts each file once, however often the page requests it. */
function expectWeight(path: string, requests: readonly string[]): void {
  const files = [...new Set(requests.map((url) => new URL(url).pathname))]
    .filter((pathname) => pathname.startsWith('/docs/'))
    .map((pathname) =>
      readFileSync(join(folder, decodeURIComponent(pathname.slice('/docs/'.length)))),
    );
  const sum = (size: (file: Buffer) => number) =>
    files.reduce((total, file) => total + size(file), 0);
  const budget = budgetOf[path] ?? budgets['*'];
  const raw = sum(({ length }) => length);
  expect(raw, path).toBeGreaterThan(0);
  expect(raw, path).toBeLessThanOrEqual(budget.raw);
  const gzip = sum((file) => gzipSync(file, { level: 9 }).length);
  expect(gzip, path).toBeLessThanOrEqual(budget.gzip);
}

/** The first stop leads past the menu, and each shows that it has the focus. */
async function expectWalkByKeys(page: Page): Promise<void> {
  const first = await tabThrough(page, 1);
  expect(first[0]?.name).toMatch(/class="skip"/);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.closest('main') !== null);
  await page.keyboard.press('Tab');
  const isInside = () => {
    const at = document.activeElement;
    return at?.closest('main, footer') !== null || at === document.body;
  };
  expect(await page.evaluate(isInside)).toBe(true);
  await page.locator('.skip').focus();
  const stops = [...first, ...(await tabThrough(page, 24))];
  expect(stops.length).toBeGreaterThan(5);
  expect(stops.filter(({ shown }) => !shown)).toEqual([]);
  await page.locator(':focus').blur();
}
