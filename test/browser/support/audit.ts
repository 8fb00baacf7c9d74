import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { settle, widthOf } from './site.ts';

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

/** Expects no error on a page: wide, in the dark, and narrow, where only the rules that depend on the width can have another result. */
export async function expectNoErrors(page: Page): Promise<void> {
  await expectPassed(page, 'all', 15);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForSelector(page.url().includes('/reference/') ? '.dark .dark-mode' : '.dark');
  await expectPassed(page, 'colours', 0);
  await page.setViewportSize({ width: 320, height: 900 });
  await expectPassed(page, 'width', 0);
  expect(await widthOf(page)).toBeLessThanOrEqual(320);
  expect(await brokenWords(page)).toEqual([]);
}

/** @param atLeast fewer rules that passed would mean that they had nothing to check */
async function expectPassed(
  page: Page,
  chosen: keyof typeof rules,
  atLeast: number,
): Promise<void> {
  await settle(page);
  const { violations, passes } = await audit(page, chosen);
  expect(violations, chosen).toEqual([]);
  expect(passes).toBeGreaterThan(atLeast);
}

/** Words in tables, except in code, of which a narrow column leaves only a part on a line. */
const brokenWords = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('td, th'))
      .flatMap((cell) => Array.from(cell.childNodes).filter((node) => node.nodeType === 3))
      .flatMap((node) =>
        Array.from(node.nodeValue?.matchAll(/[a-z0-9]+/gi) ?? [], ({ 0: word, index }) => {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          return range.getClientRects().length > 1 ? word : '';
        }),
      )
      .filter((word) => word !== ''),
  );
