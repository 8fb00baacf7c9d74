import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folder, onService, open, pages } from './support/site.ts';

test('the search finds a page by a word in it', async () => {
  const { page } = await open(onService(''));
  await page.keyboard.press('/');
  await page.locator('input[type=search]').fill('systemd');
  await page.getByRole('option').filter({ hasText: 'Deploy the service' }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/run\/deploy\.html/);
});

/** What `href` and `src` of a page lead to on the site, as a path and a part. */
const linksOf = (page: string) =>
  Array.from(
    readFileSync(join(folder, page), 'utf8').matchAll(/\s(?:href|src)="([^"]+)"/g),
    ([, href = '']) => new URL(href.replaceAll('&amp;', '&'), `http://site/docs/${page}`),
  ).filter(({ host }) => host === 'site');

test.each(pages)('every link of %s leads to a file of the site, and to a part of it', (page) => {
  const dead = linksOf(page).filter(({ pathname, hash }) => {
    const path = pathname.replace(/^\/docs\//, '').replace(/(^|\/)$/, '$1index.html');
    if (pathname.startsWith('/docs/') && existsSync(join(folder, path)))
      return !hasPart(path, decodeURIComponent(hash.slice(1)));
    return true;
  });
  expect(dead.map(({ href }) => href)).toEqual([]);
});

/** The reference makes its parts when it is drawn. */
function hasPart(path: string, id: string): boolean {
  if (id === '' || path === 'reference/index.html') return true;
  return readFileSync(join(folder, path), 'utf8').includes(`id="${id}"`);
}

test('llms.txt lists the Markdown of every page of the menu', () => {
  const list = readFileSync(join(folder, 'llms.txt'), 'utf8');
  const listed = Array.from(list.matchAll(/\]\(\/docs\/(.+?)\)/g), ([, path = '']) => path);
  expect(listed.filter((path) => !existsSync(join(folder, path)))).toEqual([]);
  for (const page of pages.filter((path) => /^(use|test|run)\//.test(path)))
    expect(listed).toContain(page.replace(/html$/, 'md'));
});
