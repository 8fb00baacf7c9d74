import type { OutcomeKind } from '../outcome.ts';
import { describeSource, type SourceDescription } from './describe-source.ts';

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
