import { pathToFileURL } from 'node:url';
import { describe, expect, inject, test } from 'vitest';
import contract from '../../generated/openapi.json' with { type: 'json' };
import { serveFiles } from './support/serve-files.ts';
import { folder, onService, open, pages, seen, settle } from './support/site.ts';

test('without JavaScript every page says something, and leads on', async () => {
  const { page } = await open(onService(''), { javaScript: false });
  for (const path of pages) {
    await page.goto(onService(path));
    expect((await seen(page, 'body')).length, path).toBeGreaterThan(150);
    expect(await page.locator('a[href="reference.html"]').count(), path).toBeGreaterThan(0);
  }
});

const hosts = [
  ['the service', async () => onService('')],
  ['the mock', async () => `${inject('mock')}/docs/`],
  ['a host of static files, below another path', () => serveFiles(folder, '/some/where/else/')],
  ['a disk', async () => `${pathToFileURL(folder)}/`],
] as const;

describe.each(hosts)('from %s', (_name, start) => {
  test('a reader gets from the first page to an operation, and asks nobody else', async () => {
    const { page, foreign, complaints, refusals } = await open(`${await start()}index.html`);
    await page.getByRole('navigation', { name: 'Site' }).getByText('API reference', { exact: true }).click();
    await settle(page);
    const menu = page.getByRole('navigation', { name: 'Reference' });
    await menu.getByText('Log in').click();
    await page.locator('main h3:target', { hasText: 'Log in' }).waitFor();
    await page.locator('a[href="decisions.html"]').first().click();
    await page.getByRole('heading', { level: 1, name: 'Decisions' }).waitFor();
    await page.waitForLoadState();
    // The style has come with it.
    expect(await page.evaluate(() => document.styleSheets.length)).toBe(1);
    expect({ foreign, complaints, refusals }).toEqual({ foreign: [], complaints: [], refusals: [] });
  });
});

const operations = Object.entries(contract.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, { summary }]) => ({ path, method, summary })),
);

test('without JavaScript every operation can be read, with its path, its method and each of its responses', async () => {
  const { page } = await open(onService('reference.html'), { javaScript: false });
  const text = (await seen(page, 'main')).replace(/\s+/g, ' ');
  for (const { path, method, summary } of operations) {
    expect(text).toContain(summary);
    expect(text.toUpperCase()).toContain(`${method} ${path}`.toUpperCase());
  }
  for (const code of '200 400 401 404 405 408 409 413 414 415 429 431 500 503'.split(' '))
    expect(text).toContain(code);
});
