import { describe, expect, test } from 'vitest';
import { onService, open, pages, tabThrough } from './support/site.ts';

describe.each(pages)('%s', (path) => {
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
