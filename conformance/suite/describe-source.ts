import { clauses } from '../../generated/clauses.ts';
import { decisions } from '../../generated/decisions.ts';
import type { SourceDescription } from '../engine/index.ts';

/** A clause of the interface description (`4.1`, `4.1.2`, `4.1-otp`), or a decision by its slug. */
export function describeServiceSource(source: string): SourceDescription | undefined {
  const clause = Object.hasOwn(clauses, source) ? clauses[source] : undefined;
  if (clause !== undefined) {
    const { title, text } = clause;
    const [number, row] = source.split('-');
    const label =
      row === undefined ? `${number} ${title}` : `${number} ${withoutRemark(title)}: ${row}`;
    return { kind: 'clause', label, text, heading: 'What the source says' };
  }
  const decision = Object.hasOwn(decisions, source) ? decisions[source] : undefined;
  if (decision === undefined) return undefined;
  return { kind: 'decision', label: source, text: decision, heading: 'What we decided' };
}

const withoutRemark = (title: string) => title.replace(/ \([^)]*\)$/, '');
