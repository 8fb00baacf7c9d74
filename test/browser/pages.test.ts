import { describe, expect, test } from 'vitest';
import { expectNoErrors } from './support/audit.ts';
import { onService, open, outOfReach, pages, settle } from './support/site.ts';
import { budgetOf, namedBudgets, weightOf } from './support/weight.ts';

test('there are pages to look at', () => {
  expect(pages).toEqual(expect.arrayContaining(['decisions.html', 'index.html', 'reference.html']));
  expect(pages).toEqual(expect.arrayContaining(namedBudgets));
});

describe.each(pages)('%s', (path) => {
  /** What it has asked for; once is enough for all that look at it. */
  let requests: readonly string[] | undefined;

  test('is fit for all readers, wide and narrow, in both schemes', async () => {
    const visits = await expectNoErrors((scheme) => open(onService(path), { scheme }), { passes: 15 });
    for (const { page, foreign, complaints, refusals } of visits) {
      for (const width of [360, 320]) {
        await page.setViewportSize({ width, height: 900 });
        await settle(page);
        const needed = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(needed, `${width} pixels wide`).toBeLessThanOrEqual(width);
      }
      expect(await outOfReach(page)).toEqual([]);
      expect({ foreign, complaints, refusals }).toEqual({ foreign: [], complaints: [], refusals: [] });
    }
    requests = visits[0].requests;
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
    expect(response.headers.get('content-security-policy')).toBe(`${own}; frame-ancestors 'none'`);
  });
});
