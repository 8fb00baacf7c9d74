import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

export interface Audit {
  /** A line for every fault: rule, element, what is wrong with it. Empty is what is wanted. */
  readonly violations: readonly string[];
  /** How many rules found something to hold, and held. */
  readonly passes: number;
}

/** What axe says of the page as it is now, by the rules of WCAG 2.2, levels A and AA. */
export async function audit(page: Page): Promise<Audit> {
  await page.evaluate(axe);
  const { violations, passes } = await page.evaluate(async (values): Promise<AxeResults> => {
    // axe is global in the page once its script has run.
    const { axe } = globalThis as unknown as typeof globalThis & { axe: typeof import('axe-core') };
    return axe.run(document, { runOnly: { type: 'tag', values }, resultTypes: ['violations', 'passes'] });
  }, tags);
  return {
    passes: passes.length,
    violations: violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 300)}\n  ${failureSummary}`),
    ),
  };
}
