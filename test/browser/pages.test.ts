import { describe, expect, test } from 'vitest';
import { expectNoFaults } from './support/audit.ts';
import { onService, open, outOfReach, pages, settle, tabThrough } from './support/site.ts';

test('there are pages to look at', () => {
  expect(pages).toEqual(expect.arrayContaining(['decisions.html', 'index.html', 'reference.html']));
});

describe.each(pages)('%s', (path) => {
  test('is fit for all readers, wide and narrow, in both schemes', async () => {
    const visits = await expectNoFaults((scheme) => open(onService(path), { scheme }), { passes: 15 });
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
  });

  test('comes with a policy that its own equals, and forbids to be framed', async () => {
    const answer = await fetch(onService(path));
    expect(answer.status).toBe(200);
    const [, own] =
      /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(await answer.text()) ?? [];
    expect(own).toMatch(/^default-src 'none'/);
    expect(own).not.toContain('unsafe');
    expect(answer.headers.get('content-security-policy')).toBe(`${own}; frame-ancestors 'none'`);
  });

  test('can be walked through by keys, and first past its menu', async () => {
    const { page } = await open(onService(path));
    const stops = await tabThrough(page, 25);
    expect(stops[0]?.name).toMatch(/class="skip"/);
    expect(stops.length).toBeGreaterThan(5);
    expect(stops.filter(({ shown }) => !shown)).toEqual([]);

    const again = await open(onService(path));
    await again.page.keyboard.press('Tab');
    await again.page.keyboard.press('Enter');
    await again.page.waitForFunction(() => document.activeElement?.closest('main') !== null);
    await again.page.keyboard.press('Tab');
    expect(
      await again.page.evaluate(
        () =>
          document.activeElement?.closest('main, footer') !== null ||
          document.activeElement === document.body,
      ),
    ).toBe(true);
  });
});
