import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectNoErrors } from './support/audit.ts';
import { onService, open, pages, tabThrough, widthOf } from './support/site.ts';

/** A page of each kind. The reference has all its operations on one page. */
const kinds = ['', 'use/quickstart.html', 'use/errors.html', 'reference/#login'];

test.each(kinds)('%s is fit for all readers: by keys, and in both schemes', async (path) => {
  const { page, ...heard } = await open(onService(path));
  await expectWalkByKeys(page);
  await expectNoErrors(page);
  expect(heard).toMatchObject({ foreign: [], complaints: [], refusals: [] });
});

const guides = pages.filter((path) => !path.startsWith('reference/'));

test('every guide fits a narrow window, and loads only the files of the site', async () => {
  const { page, ...heard } = await open(onService(''), { width: 320 });
  for (const path of guides) {
    await page.goto(onService(path));
    await page.locator('h1').first().waitFor();
    expect(await widthOf(page), path).toBeLessThanOrEqual(320);
    expect(heard, path).toMatchObject({ foreign: [], refusals: [] });
  }
});

test.each(pages)('%s has no inline script but those that its policy names', async (path) => {
  const response = await fetch(onService(path));
  expect(response.status).toBe(200);
  const policy = response.headers.get('content-security-policy') ?? '';
  const page = await response.text();
  expect(page).not.toMatch(/\son\w+="/);
  for (const [, code = ''] of page.matchAll(/<script(?![^>]* src=)[^>]*>(.*?)<\/script>/gs))
    expect(policy).toContain(createHash('sha256').update(code).digest('base64'));
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'( 'sha256-[^']+')*;/);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/http|\*|blob:|unsafe-eval/);
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
}
