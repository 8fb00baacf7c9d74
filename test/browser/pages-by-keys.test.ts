import { describe, expect, test } from 'vitest';
import { onService, open, pages, tabThrough } from './support/site.ts';

describe.each(pages)('%s', (path) => {
  test('can be walked through by keys, and first past its menu', async () => {
    const { page } = await open(onService(path));
    const first = await tabThrough(page, 1);
    expect(first[0]?.name).toMatch(/class="skip"/);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.closest('main') !== null);
    await page.keyboard.press('Tab');
    expect(
      await page.evaluate(
        () =>
          document.activeElement?.closest('main, footer') !== null ||
          document.activeElement === document.body,
      ),
    ).toBe(true);

    await page.locator('.skip').focus();
    const stops = [...first, ...(await tabThrough(page, 24))];
    expect(stops.length).toBeGreaterThan(5);
    expect(stops.filter(({ shown }) => !shown)).toEqual([]);
  });
});
