import type { Rule } from './check.ts';
import { responseChecksOf } from './run/run-checks.ts';
import type { RunnableSuite } from './suite.ts';

export type ListedCheck = Pick<Rule, 'id' | 'rule' | 'basis' | 'source' | 'operation'> & {
  readonly needs: readonly string[];
};

export function catalogueOf(suites: readonly RunnableSuite[]): ListedCheck[] {
  const rules: (Rule & { readonly needs?: readonly string[] })[] = [
    ...responseChecksOf(suites),
    ...suites.flatMap(({ checks }) => checks),
  ];
  return rules
    .map(({ id, rule, basis, source, operation, needs = [] }) => ({
      id,
      rule,
      basis,
      source,
      ...(operation !== undefined && { operation }),
      needs,
    }))
    .sort((a, b) => a.id.localeCompare(b.id, 'en'));
}
