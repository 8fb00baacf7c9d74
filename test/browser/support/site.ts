import { existsSync, readdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { type Reader, type Visit, visit } from './visit.ts';

/** Where the run has made the site. */
export const folder = 'dist/docs';

/** Every page that is there, with `/` between folders. Empty when nothing was built, because there is no browser. */
export const pages: readonly string[] = (
  existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
)
  .filter((path) => path.endsWith('.html'))
  .map((path) => path.replaceAll('\\', '/'))
  .toSorted();

export const onService = (path: string) => `${inject('service')}/docs/${path}`;

/** Opens a page and waits until its scripts, if it has any, have drawn it. */
export async function open(url: string, reader: Reader = {}): Promise<Visit> {
  const visited = await visit(url, reader);
  if (reader.javaScript !== false) await settle(visited.page);
  return visited;
}

/** Waits until the page has its title and stands still: it is painted, has time to spare, and nothing of it changes. */
export async function settle(page: Page): Promise<void> {
  await page.waitForSelector('h1');
  await page.evaluate(async () => {
    let still = 0;
    const observer = new MutationObserver(() => {
      still = 0;
    });
    observer.observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    // What is drawn later for being out of sight, and what follows a change, takes more than a frame.
    for (let frame = 0; still < 3; frame += 1, still += 1) {
      if (frame > 5000) throw new Error('the page does not come to rest');
      // Of a window that it takes for hidden a browser draws no pictures, and gives it no idle time: then so long is enough.
      for (const next of [requestAnimationFrame, requestIdleCallback])
        await new Promise<unknown>((resolve) => {
          next(resolve);
          setTimeout(resolve, 2000);
        });
    }
    observer.disconnect();
  });
}

/** How wide a window must be for nothing to be cut off. */
export const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

/** Elements that can be focused by Tab, in order, up to `limit`; each with how it shows that it is. */
export async function tabThrough(
  page: Page,
  limit: number,
): Promise<{ name: string; shown: boolean }[]> {
  const stops = [];
  for (let stop = 0; stop < limit; stop++) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return undefined;
      const { top, bottom, width, height } = element.getBoundingClientRect();
      // A card is outlined by what its link lays over it.
      const outlined = [null, '::before', '::after'].some((part) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element, part);
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
      });
      return {
        name: element.outerHTML.slice(0, 120),
        shown: outlined && width > 0 && height > 0 && bottom > 0 && top < innerHeight,
      };
    });
    if (found === undefined) break;
    stops.push(found);
  }
  return stops;
}
