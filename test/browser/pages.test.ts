import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectNoErrors } from './support/audit.ts';
import { onService, open, outOfReach, pages, settle, tabThrough } from './support/site.ts';
import { budgetOf, namedBudgets, weightOf } from './support/weight.ts';

test('there are pages to look at', () => {
  expect(pages).toEqual(expect.arrayContaining(['decisions.html', 'index.html', 'reference.html']));
  expect(pages).toEqual(expect.arrayContaining(namedBudgets));
});

describe.each(pages)('%s', (path) => {
  /** What it has asked for; once is enough for all that look at it. */
  let requests: readonly string[] | undefined;

  test('is fit for all readers: by keys, wide and narrow, in both schemes', async () => {
    const { page, foreign, complaints, refusals, ...asked } = await open(onService(path));
    await expectWalkByKeys(page);
    await expectNoErrors(page);
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 900 });
      await settle(page);
      const needed = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(needed, `${width} pixels wide`).toBeLessThanOrEqual(width);
    }
    expect(await outOfReach(page)).toEqual([]);
    expect({ foreign, complaints, refusals }).toEqual({ foreign: [], complaints: [], refusals: [] });
    requests = asked.requests;
  });

  test('keeps to its weight', async () => {
    requests ??= (await open(onService(path))).requests;
    const { raw, gzip } = weightOf(requests);
    const budget = budgetOf(path);
    expect(raw).toBeGreaterThan(0);
    expect(raw).toBeLessThanOrEqual(budget.raw);
    expect(gzip).toBeLessThanOrEqual(budget.gzip);
  });

  test('comes with a policy that its own equals, and forbids to be framed', async () => {
    const response = await fetch(onService(path));
    expect(response.status).toBe(200);
    const [, own] =
      /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(await response.text()) ?? [];
    expect(own).toMatch(/^default-src 'none'/);
    expect(own).not.toContain('unsafe');
    // The console calls the service whose address the reader types.
    if (path !== 'console.html') expect(own).not.toMatch(/https?:|\*|blob:/);
    expect(response.headers.get('content-security-policy')).toBe(`${own}; frame-ancestors 'none'`);
  });
});

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
