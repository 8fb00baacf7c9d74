import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { settle } from './site.ts';
import type { Visit } from './visit.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The part of axe that we use: `npm ci` of the project does not install its types. */
interface Axe {
  run(
    context: Document,
    options: { readonly runOnly: RunOnly; readonly resultTypes: readonly string[] },
  ): Promise<AxeResults>;
}

interface RunOnly {
  readonly type: 'tag' | 'rule';
  readonly values: string[];
}

interface AxeResults {
  readonly passes: readonly unknown[];
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

/** The rules of WCAG 2.2, levels A and AA. */
const all: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
};

/** Those of them that look at colours. */
const ofColours: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

export interface Audit {
  /** A line for every error: rule, element, what is wrong with it. Empty is what is wanted. */
  readonly violations: readonly string[];
  /** How many rules found something to hold, and held. */
  readonly passes: number;
}

/** What axe says of the page as it is now, by all rules unless others are named. */
export async function audit(page: Page, runOnly = all): Promise<Audit> {
  // A page that goes on without being loaded has it already.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  const { violations, passes } = await page.evaluate(async (rules): Promise<AxeResults> => {
    // axe is global in the page once its script has run.
    const { axe } = globalThis as unknown as typeof globalThis & { axe: Axe };
    // Only count the rules that passed: listing every element that they passed for takes long.
    return axe.run(document, { runOnly: rules, resultTypes: ['violations'] });
  }, runOnly);
  return {
    passes: passes.length,
    violations: violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 300)}\n  ${failureSummary}`),
    ),
  };
}

/**
 * Expects no error on a page, wide and narrow, in the light and in the dark scheme. Where everything stands in the dark as
 * it does in the light, only its colours are others: then only those are audited again.
 */
export async function expectNoErrors(
  openIn: (scheme: 'light' | 'dark') => Promise<Visit>,
  { passes: fewest }: { readonly passes: number },
): Promise<readonly [light: Visit, dark: Visit]> {
  const [light, dark] = [await openIn('light'), await openIn('dark')];
  for (const width of [1280, 360]) {
    for (const { page } of [light, dark]) {
      await page.setViewportSize({ width, height: 900 });
      await settle(page);
    }
    // One may still follow its scrolling a moment after the other.
    await expect.poll(() => movedIn(dark.page, light.page), { message: 'in the dark' }).toEqual([]);
    const { violations, passes } = await audit(light.page);
    expect(violations, `light, ${width} pixels wide`).toEqual([]);
    // Fewer would mean that the rules had nothing to hold.
    expect(passes).toBeGreaterThan(fewest);
  }
  // The narrow page has the same colours.
  const colours = await audit(dark.page, ofColours);
  expect(colours.violations, 'dark').toEqual([]);
  expect(colours.passes).toBeGreaterThan(0);
  return [light, dark];
}

/** What stands on one page otherwise than on the other. */
async function movedIn(page: Page, other: Page): Promise<string[]> {
  const [places, others] = [await placesIn(page), await placesIn(other)];
  expect(others.length).toBeGreaterThan(30);
  return [
    ...places.filter((place, index) => place !== others[index]),
    ...others.slice(places.length).map((place) => `not there: ${place}`),
  ];
}

/** Every element, but for the lines of a picture: its kind, its box, and whether it can be seen. */
function placesIn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll(':not(svg *)')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const { visibility, opacity } = getComputedStyle(element);
      return [element.localName, x, y, width, height, visibility, opacity].join(' ');
    }),
  );
}
