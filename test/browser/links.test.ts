import { expect, test } from 'vitest';
import { onService, open, pages, seen } from './support/site.ts';

interface Found {
  readonly text: string;
  /** How many of its links lead to the reference, whatever the path of the site. */
  readonly toReference: number;
  readonly links: readonly string[];
  readonly ids: ReadonlySet<string>;
}

const found = new Map<string, Found>();

/** What a page says, its links, and what they may lead to, as a browser without scripts sees them. Opens it once. */
async function look(path: string): Promise<Found> {
  const page = found.get(path) ?? (await openWithoutScript(path));
  found.set(path, page);
  return page;
}

async function openWithoutScript(path: string): Promise<Found> {
  const { page } = await open(onService(path), { javaScript: false });
  const links = await page.locator('a[href]').evaluateAll((anchors) =>
    // The selector finds links only.
    (anchors as HTMLAnchorElement[]).map(({ href }) => href),
  );
  const ids = await page.locator('[id]').evaluateAll((elements) => elements.map(({ id }) => id));
  expect(ids, `ids of ${path}`).toEqual([...new Set(ids)]);
  const toReference = await page.locator('a[href="reference.html"]').count();
  return { text: await seen(page, 'body'), toReference, links, ids: new Set(ids) };
}

test.each(pages)('without JavaScript %s says something, and leads on', async (path) => {
  const { text, toReference } = await look(path);
  expect(text.length).toBeGreaterThan(150);
  expect(toReference).toBeGreaterThan(0);
});

test('every link within the site leads to a page or file that is there, and to its very place', async () => {
  for (const path of pages) await look(path);
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
      const report = () => broken.push(`${path}: ${link.slice(base.length)}`);
      if (!target.endsWith('.html')) {
        if ((await fetch(link)).status !== 200) report();
      } else if (!found.has(target)) report();
      else if (hash.length > 1 && !found.get(target)?.ids.has(decodeURIComponent(hash.slice(1)))) report();
    }
  }
  expect(followed).toBeGreaterThan(20);
  expect([...new Set(broken)]).toEqual([]);
});
