import { chromium, type Locator, type Page } from 'playwright-core';
import { expect as expectValue, test as vitestTest } from 'vitest';

/** `test` of `@playwright/test`, as much as the recipes use: its browser is that of our own tests. */
export const test = vitestTest.extend<{ readonly page: Page }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of the fixtures from the pattern.
  page: async ({}, use) => {
    const browser = await chromium.connect(process.env.BROWSER_ENDPOINT ?? '');
    await use(await browser.newPage());
    await browser.close();
  },
});

/** `expect` of `@playwright/test`, as much as the recipes use. */
export const expect = (locator: Locator) => ({
  toHaveText: async (text: string) => {
    await locator
      .getByText(text)
      .or(locator.filter({ hasText: text }))
      .waitFor();
    expectValue(await locator.textContent()).toBe(text);
  },
});
