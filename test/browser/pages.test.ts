import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectNoErrors } from './support/audit.ts';
import { onService, open, pages, tabThrough } from './support/site.ts';

/** A page of each kind. */
const kinds = ['', 'run/deploy.html', 'test/checks.html', 'reference/', 'reference/#login'];

test.each(kinds)('%s is fit for all readers: by keys, and in both schemes', async (path) => {
  const { page, ...heard } = await open(onService(path));
  await expectWalkByKeys(page);
  await expectNoErrors(page);
  expect(heard).toMatchObject({ foreign: [], complaints: [], refusals: [] });
});

test('every page fits a narrow window, and loads only the files of the site', async () => {
  const { page, ...heard } = await open(onService(''), { width: 320 });
  for (const path of pages) {
    await page.goto(onService(path));
    await page.locator('h1').first().waitFor();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, path).toBeLessThanOrEqual(320);
    expect(heard, path).toMatchObject({ foreign: [], refusals: [] });
  }
});

test.each(pages)('%s has no inline script, and a policy that allows none', async (path) => {
  const response = await fetch(onService(path));
  expect(response.status).toBe(200);
  expect(await response.text()).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+="/);
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'; script-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/https:|\*(?!;|$| )|blob:|unsafe-eval/);
});

test('a page that is not there gets the status 404 and a page that says so', async () => {
  const { page, complaints } = await open(onService('use/nothing.html'));
  await page.getByText('PAGE NOT FOUND').waitFor();
  expect(complaints).toEqual([expect.stringContaining('404')]);
});

/** Many stops, each of which shows on the guides that it has the focus. Scalar shows it in ways of its own. */
async function expectWalkByKeys(page: Page): Promise<void> {
  const stops = await tabThrough(page, 24);
  expect(stops.length).toBeGreaterThan(4);
  if (!page.url().includes('/reference/')) expect(stops.filter(({ shown }) => !shown)).toEqual([]);
  await page.reload();
}
