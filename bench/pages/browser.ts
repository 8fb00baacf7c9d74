import { type Browser, chromium } from 'playwright-core';
import { findBrowser, howToInstall } from '../../test/browser/support/find-browser.ts';
import { flags } from '../../test/browser/support/flags.ts';

/** @throws Error without a Chromium */
export async function openBrowser(): Promise<Browser> {
  const executablePath = findBrowser(process.env);
  if (executablePath === undefined) throw new Error(howToInstall);
  return chromium.launch({ executablePath, args: [...flags] });
}

export interface Visit {
  /** When the page first drew text or a picture. */
  readonly paintMs: number;
  /** When the heading was visible. */
  readonly readableMs: number;
}

/** Opens a page with an empty cache. Requests to other hosts fail at once, so that the network is not measured. */
export async function visitPage(browser: Browser, url: string, heading: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const { origin } = new URL(url);
    await context.route(
      (address) => address.origin !== origin && address.protocol.startsWith('http'),
      (route) => route.abort(),
    );
    const page = await context.newPage();
    await page.addInitScript({ content: watchFor(heading) });
    await page.goto(url);
    // The init script has set it to a promise of two numbers.
    const [paintMs, readableMs] = (await page.evaluate('globalThis.drawn')) as [number, number];
    await page.waitForLoadState('networkidle');
    return { paintMs, readableMs };
  } finally {
    await context.close();
  }
}

// Looks once per frame. A renderer may put the heading into the page before it has its place.
function watchFor(heading: string): string {
  return `globalThis.drawn = new Promise((resolve) => {
    let readable;
    const look = () => {
      readable ??= [...document.querySelectorAll('h1, h2')].some(
        (one) => one.textContent.includes(${JSON.stringify(heading)}) && one.getClientRects().length > 0,
      ) ? performance.now() : undefined;
      const [paint] = performance.getEntriesByName('first-contentful-paint');
      if (readable !== undefined && paint !== undefined) resolve([paint.startTime, readable]);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });`;
}
