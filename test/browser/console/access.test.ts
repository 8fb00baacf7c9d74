import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { audit } from '../support/audit.ts';
import { type Console, fromDisk, openConsole } from '../support/console.ts';

/** Leads the console through its states, and looks at each except the first, which pages.test.ts checks with all other pages. */
async function walk(opened: Console, look: (state: string) => Promise<void>): Promise<void> {
  const { page, steps } = opened;
  await page.getByRole('button', { name: 'Demo with MFA', exact: true }).click();
  await steps.login.send();
  await look('a code is required');
  await page.getByRole('button', { name: 'Fill in the code that always works' }).click();
  await steps.login.send();
  await steps.generate.send();
  await steps.revoke.send();
  for (const show of await page.getByRole('button', { name: 'Show api_key' }).all()) {
    if (await show.isVisible()) await show.click();
  }
  await look('a key that is shown and revoked');
  await page.getByLabel('Another base address').check();
  await page.getByLabel('Base address', { exact: true }).fill('nonsense');
  await steps.login.send();
  await page.getByLabel('In this browser').check();
  await page.getByLabel('Identity').fill('nobody');
  await steps.login.send();
  await look('an error');
}

test.each([
  { scheme: 'light', width: 1280 },
  // As wide as a window of 1280 at four times its size (WCAG 2.2, 1.4.10).
  { scheme: 'dark', width: 320 },
] as const)(
  'no state has an error that axe finds or is too wide, $scheme at $width pixels',
  async (reader) => {
    const opened = await openConsole(fromDisk, reader);
    await walk(opened, async (state) => {
      // What is said for a moment has gone, and the clock goes on for axe.
      await opened.page.clock.runFor(10_000);
      await opened.page.clock.resume();
      const { violations, passes } = await audit(opened.page);
      expect(violations, state).toEqual([]);
      expect(passes).toBeGreaterThan(10);
      const beyond = await opened.page.evaluate(
        () => document.documentElement.scrollWidth - innerWidth,
      );
      expect(beyond, state).toBeLessThanOrEqual(0);
    });
  },
);

/** Goes on with the Tab key until the element with this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press('Tab');
    const { named, outline } = await page.evaluate(() => {
      const at = document.activeElement;
      const label =
        at instanceof HTMLInputElement || at instanceof HTMLSelectElement ? at.labels?.[0] : at;
      const style = at && getComputedStyle(at);
      return { named: label?.textContent?.trim(), outline: style?.outlineStyle !== 'none' };
    });
    expect(outline, `the focus on ${named} is seen`).toBe(true);
    if (named === name) return;
  }
  throw new Error(`the Tab key does not lead to ${name}`);
}

test('all steps work with only the keyboard, in their order, and the focus is always seen', async () => {
  const opened = await openConsole(fromDisk);
  const { page, steps } = opened;
  await page.locator('#demo-accounts button').first().waitFor();
  const settled = (id: string) => page.locator(`form#${id}[aria-busy=false]`).waitFor();
  await tabTo(page, 'Demo with MFA');
  await page.keyboard.press('Space');
  await tabTo(page, 'Log in');
  await page.keyboard.press('Enter');
  await page.locator('#login-code').waitFor();
  await tabTo(page, 'Fill in the code that always works');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect.poll(() => steps.login.status.textContent()).toBe('Logged in as Demo with MFA.');
  await tabTo(page, 'Description');
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Enter');
  await expect.poll(() => steps.generate.status.textContent()).toBe('The key is generated.');
  await tabTo(page, 'Show api_key');
  await page.keyboard.press('Space');
  expect(await page.locator('#generate .masked-value').textContent()).toMatch(/^aak_/);
  await tabTo(page, 'Revoke an API key');
  await page.keyboard.press('Enter');
  await expect.poll(() => steps.revoke.status.textContent()).toBe('API key revoked.');
  await settled('revoke');
  await tabTo(page, 'Clear the journal');
  await page.keyboard.press('Enter');
  await expect.poll(() => opened.journal.count()).toBe(0);
});
