import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { settle } from './site.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The part of axe that we use: `npm ci` of the project does not install its types. */
interface Axe {
  run(
    context: Document,
    options: Options & { readonly resultTypes: readonly string[] },
  ): Promise<AxeResults>;
}

interface Options {
  readonly runOnly: { readonly type: 'tag' | 'rule'; readonly values: string[] };
  readonly rules?: Readonly<Record<string, { readonly enabled: boolean }>>;
}

interface AxeResults {
  readonly passes: readonly unknown[];
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

/** The rules of WCAG 2.2, levels A and AA. */
const all: Options = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
};
const only = (...values: string[]): Options => ({ runOnly: { type: 'rule', values } });

const rules = {
  all,
  /** All that do not look at colours, which take most of the time. */
  markup: {
    ...all,
    rules: { 'color-contrast': { enabled: false }, 'link-in-text-block': { enabled: false } },
  },
  width: only('scrollable-region-focusable', 'target-size'),
  colours: only('color-contrast', 'link-in-text-block'),
};

export async function audit(page: Page, chosen: keyof typeof rules = 'all') {
  // A page that goes on without being loaded has it already.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  const { violations, passes } = await page.evaluate(async (options): Promise<AxeResults> => {
    // axe is global in the page once its script has run.
    const { axe } = globalThis as unknown as typeof globalThis & { axe: Axe };
    // Only count the rules that passed: listing every element that they passed for takes long.
    return axe.run(document, { ...options, resultTypes: ['violations'] });
  }, rules[chosen]);
  return {
    /** How many rules found something to check, and no error. */
    passes: passes.length,
    /** A line for every error: rule, element, what is wrong with it. */
    violations: violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 300)}\n  ${failureSummary}`),
    ),
  };
}

/** Expects no error on a page, wide and then narrow, where only the rules that depend on the width can have another result. */
export async function expectNoErrors(page: Page): Promise<void> {
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await settle(page);
    const { violations, passes } = await audit(page, width === 1280 ? 'all' : 'width');
    expect(violations, `${width} pixels wide`).toEqual([]);
    // Fewer would mean that the rules had nothing to check.
    expect(passes).toBeGreaterThan(width === 1280 ? 15 : 0);
  }
  // Both libraries read the scheme when they start.
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.reload();
  await settle(page);
  expect(await page.evaluate(() => document.querySelectorAll('.dark, .dark-mode').length)).toBe(1);
  const colours = await audit(page, 'colours');
  expect(colours.violations, 'dark').toEqual([]);
  expect(colours.passes).not.toBe(0);
}
