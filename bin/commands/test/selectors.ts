import { createRequire } from 'node:module';
import type { ListedCheck } from '../../../conformance/check-catalogue.ts';
import { matches } from '../../../conformance/run/select-checks.ts';
import { mostAlike } from '../../did-you-mean.ts';
import { UsageError } from '../../output/usage-error.ts';

type Ids = readonly { readonly id: string }[];

/** All checks of the service, without loading what runs them: `npm run generate` writes the file. */
export function listedChecks(): readonly ListedCheck[] {
  return createRequire(import.meta.url)('#check-catalogue');
}

/** What `--only` and `--skip` take: ids, and the subjects that stand before the stroke in them. */
export function selectorsOf(rules: Ids): string[] {
  return [...new Set(rules.map(({ id }) => id.replace(/\/.*/, ''))), ...rules.map(({ id }) => id)];
}

/** @throws UsageError for what selects nothing, which is a slip: a run of no checks would look like one of all. */
export function checkSelectors(option: string, given: readonly string[], rules: Ids): void {
  for (const selector of given) {
    if (rules.some(({ id }) => matches(id, selector))) continue;
    if (/^https?:/.test(selector))
      throw new UsageError(`${option} took ${selector} for a check: give the address before the options`);
    const alike = mostAlike(selector.replace(/\*$/, ''), selectorsOf(rules));
    const hint = alike.length === 0 ? 'test --list shows them all.' : `Did you mean ${alike.join(' or ')}?`;
    throw new UsageError(`${option}: there is no check ${selector}. ${hint}`);
  }
}
