import { pathToFileURL } from 'node:url';
import { expect, inject, test } from 'vitest';
import { serveFiles } from './support/serve-files.ts';
import { folder, onService, open, settle } from './support/site.ts';

test.each([
  ['the service', async () => onService('')],
  ['the mock', async () => `${inject('mock')}/docs/`],
  ['a host of static files, below another path', () => serveFiles(folder, '/some/where/else/')],
  ['a disk', async () => `${pathToFileURL(folder)}/`],
] as const)(
  'from %s, a reader gets to an operation, and asks nobody else',
  async (_name, start) => {
    const { page, foreign, complaints, refusals } = await open(`${await start()}index.html`);
    await page
      .getByRole('navigation', { name: 'Site' })
      .getByText('API reference', { exact: true })
      .click();
    await settle(page);
    const menu = page.getByRole('navigation', { name: 'Reference' });
    await menu.getByText('Log in').click();
    await page.locator('main h3:target', { hasText: 'Log in' }).waitFor();
    await page.locator('a[href="decisions.html"]').first().click();
    await page.getByRole('heading', { level: 1, name: 'Decisions' }).waitFor();
    await page.waitForLoadState();
    // The style has come with it.
    expect(await page.evaluate(() => document.styleSheets.length)).toBe(1);
    expect({ foreign, complaints, refusals }).toEqual({
      foreign: [],
      complaints: [],
      refusals: [],
    });
  },
);
