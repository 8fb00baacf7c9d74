import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { type Reader, type Visit, visit } from './visit.ts';

/** Where the run has made the site. */
export const folder = 'dist/docs';

/** Every page that is there, whoever has made it; `/` between folders. Empty where nothing was built, for want of a browser. */
export const pages: readonly string[] = (
  existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
)
  .filter((path) => path.endsWith('.html'))
  .map((path) => path.replaceAll('\\', '/'))
  .toSorted();

export function read(path: string): Buffer {
  return readFileSync(join(folder, path));
}

/** The pages as the real service has them. */
export const onService = (path: string) => `${inject('service')}/docs/${path}`;

/** Opens a page and waits until its scripts, if it has any, have drawn it. */
export async function open(url: string, reader: Reader = {}): Promise<Visit> {
  const visited = await visit(url, reader);
  if (reader.javaScript !== false) await settle(visited.page);
  return visited;
}

/** Waits until the page has its main part and what has changed is painted. */
export async function settle(page: Page): Promise<void> {
  await page.waitForSelector('main');
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** Elements that can be focused by Tab, in order, up to `limit`; each with how it shows that it is. */
export async function tabThrough(page: Page, limit: number): Promise<{ name: string; shown: boolean }[]> {
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
