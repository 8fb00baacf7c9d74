import { expect, test } from 'vitest';
import contract from '../../generated/openapi.json' with { type: 'json' };
import { onService, open, pages, settle } from './support/site.ts';

const tags = contract.tags.map(({ name }) => name);

interface Found {
  readonly links: readonly string[];
  readonly ids: ReadonlySet<string>;
}

/** Links and what they may lead to, as a browser without scripts sees them. */
async function look(path: string): Promise<Found> {
  const { page } = await open(onService(path), { javaScript: false });
  const links = await page.locator('a[href]').evaluateAll((anchors) =>
    // The selector finds links only.
    (anchors as HTMLAnchorElement[]).map(({ href }) => href),
  );
  const ids = await page.locator('[id]').evaluateAll((elements) => elements.map(({ id }) => id));
  expect(ids, `ids of ${path}`).toEqual([...new Set(ids)]);
  return { links, ids: new Set(ids) };
}

/** The addresses within the reference, which it draws itself: of its menu, with one group opened after the other. */
async function addressesOfReference(): Promise<readonly string[]> {
  const { page } = await open(onService('reference.html'));
  const menu = page.getByRole('navigation', { name: 'Reference' });
  const found = new Set<string>();
  for (const group of tags) {
    await menu.getByText(group, { exact: true }).click();
    await settle(page);
    const links = await menu.locator('a').evaluateAll((anchors) =>
      // The selector finds links only.
      (anchors as HTMLAnchorElement[]).map(({ hash }) => hash),
    );
    for (const link of links) found.add(link);
  }
  return [...found];
}

test('every link within the site leads to a page or file that is there, and to its very place', async () => {
  const found = new Map<string, Found>();
  for (const path of pages) found.set(path, await look(path));
  const addresses = await addressesOfReference();
  expect(addresses).toEqual(expect.arrayContaining(['#/authentication/login', '#/section/failures']));

  const base = onService('');
  const { origin } = new URL(base);
  const broken: string[] = [];
  let followed = 0;
  for (const [path, { links }] of found) {
    for (const link of links.filter((href) => href.startsWith(origin))) {
      followed++;
      // An absolute path would not work where the site stands below another.
      if (!link.startsWith(base)) broken.push(`${path}: ${link}`);
      const { pathname, hash } = new URL(link);
      const target = decodeURIComponent(pathname.slice('/docs/'.length)) || 'index.html';
      const tell = () => broken.push(`${path}: ${link.slice(base.length)}`);
      if (!target.endsWith('.html')) {
        if ((await fetch(link)).status !== 200) tell();
      } else if (!found.has(target)) tell();
      else if (target === 'reference.html' && hash.startsWith('#/')) {
        if (!addresses.includes(decodeURIComponent(hash))) tell();
      } else if (hash.length > 1 && !found.get(target)?.ids.has(decodeURIComponent(hash.slice(1)))) tell();
    }
  }
  expect(followed).toBeGreaterThan(20);
  expect([...new Set(broken)]).toEqual([]);
});
