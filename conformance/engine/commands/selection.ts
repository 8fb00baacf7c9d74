import { matches } from '../run/select-checks.ts';
import { closestWords } from '../terminal/did-you-mean.ts';
import { UsageError } from '../terminal/usage-error.ts';
import type { ListOptions } from './options.ts';

type Ids = readonly { readonly id: string }[];

/** Returns the values of `--only` and `--skip`: ids, and the subjects before the slash in them. */
function selectorsOf(rules: Ids): string[] {
  return [...new Set(rules.map(({ id }) => id.replace(/\/.*/, ''))), ...rules.map(({ id }) => id)];
}

/** @throws UsageError if a selector matches no check: a run of no checks would look like a success. */
export function checkSelectors(option: string, given: readonly string[], rules: Ids): void {
  for (const selector of given) {
    if (rules.some(({ id }) => matches(id, selector))) continue;
    if (/^https?:/.test(selector))
      throw new UsageError(
        `${option} read ${selector} as a check: give the base URL before the options`,
      );
    const alike = closestWords(selector.replace(/\*$/, ''), selectorsOf(rules));
    const hint =
      alike.length === 0 ? 'test --list shows them all.' : `Did you mean ${alike.join(' or ')}?`;
    throw new UsageError(`${option}: there is no check ${selector}. ${hint}`);
  }
}

export function checkSelection({ only = [], skip = [] }: ListOptions, rules: Ids): void {
  checkSelectors('--only', only, rules);
  checkSelectors('--skip', skip, rules);
}
