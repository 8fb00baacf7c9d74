import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { type Contract, type Finding, impacts, type Rule } from './finding.ts';
import { findingOf, redoclyChanges } from './redocly-changes.ts';
import { decisions } from './rules/decisions.ts';
import { deprecation } from './rules/deprecation.ts';
import { headerPromises } from './rules/header-promises.ts';
import { openedRequests } from './rules/opened-requests.ts';
import { reasons } from './rules/reasons.ts';
import { releasedExamples } from './rules/released-examples.ts';
import { security } from './rules/security.ts';

const rules: readonly Rule[] = [
  reasons,
  security,
  headerPromises,
  openedRequests,
  deprecation,
  decisions,
  releasedExamples,
];

/** Every difference between the bundled contracts in two files, the worst first, then by pointer. */
export async function compare(released: string, later: string): Promise<readonly Finding[]> {
  const [before, after] = await Promise.all([readContract(released), readContract(later)]);
  const changes = await redoclyChanges(released, later);
  const others = changes.filter((change) => !rules.some(({ rates }) => rates?.(change)));
  const ours = rules.flatMap(({ name, find }) =>
    find(before, after).map((finding) => ({ rule: name, ...finding })),
  );
  const rank = ({ impact }: Finding) => impacts.indexOf(impact);
  return [...others.map(findingOf), ...ours].toSorted(
    (one, other) => rank(one) - rank(other) || (one.pointer < other.pointer ? -1 : 1),
  );
}

/** @throws when the file does not exist or is not YAML */
export async function readContract(file: string): Promise<Contract> {
  return parse(await readFile(file, 'utf8'));
}
