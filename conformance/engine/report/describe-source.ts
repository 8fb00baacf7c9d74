import { clauses } from '../../../generated/clauses.ts';
import { decisions } from '../../../generated/decisions.ts';
import type { OutcomeKind } from '../outcome.ts';

/** What a rule rests on, for people. */
interface SourceDescription {
  readonly kind: 'clause' | 'standard' | 'decision' | 'document';
  /** `4.1 User login` or `4.1 User login: otp` for a clause. A decision, or a part of a document, is its own label. */
  readonly label: string;
  /** The words of a clause or a decision, one line per paragraph, item or row. */
  readonly text?: string;
  /** The section of an RFC. */
  readonly url?: string;
}

/** @param source as in `Rule`. */
export function describeSource(source: string): SourceDescription {
  const clause = Object.hasOwn(clauses, source) ? clauses[source] : undefined;
  if (clause !== undefined) {
    const { title, text } = clause;
    const [number, row] = source.split('-');
    return {
      kind: 'clause',
      label: row === undefined ? `${number} ${title}` : `${number} ${withoutRemark(title)}: ${row}`,
      text,
    };
  }
  const decision = Object.hasOwn(decisions, source) ? decisions[source] : undefined;
  if (decision !== undefined) return { kind: 'decision', label: source, text: decision };
  // Of several sections, the first one.
  const [, rfc, section] = /RFC (\d+)(?: (\d[\d.]*))?/.exec(source) ?? [];
  const kind = source.startsWith('RFC') ? 'standard' : 'document';
  if (rfc === undefined) return { kind, label: source };
  const anchor = section === undefined ? '' : `#section-${section}`;
  return { kind, label: source, url: `https://www.rfc-editor.org/rfc/rfc${rfc}${anchor}` };
}

const withoutRemark = (title: string) => title.replace(/ \([^)]*\)$/, '');

/** How many of the checks that rest on one clause, RFC section or decision have run. */
export interface SourceCoverage extends SourceDescription {
  readonly source: string;
  readonly checks: number;
  /** How many of them ran, whatever their outcome. */
  readonly run: number;
}

interface Counted {
  readonly source: string;
  readonly kind: OutcomeKind;
}

export function countSources(checks: readonly Counted[]): SourceCoverage[] {
  const bySource = new Map<string, { checks: number; run: number }>();
  for (const { source, kind } of checks) {
    const count = bySource.get(source) ?? { checks: 0, run: 0 };
    bySource.set(source, {
      checks: count.checks + 1,
      run: count.run + (kind === 'skipped' || kind === 'error' ? 0 : 1),
    });
  }
  return [...bySource]
    .map(([source, count]) => ({ source, ...describeSource(source), ...count }))
    .sort((a, b) => a.source.localeCompare(b.source, 'en', { numeric: true }));
}
