import type { OutcomeKind } from '../outcome.ts';

/** What a rule rests on, for people. */
export interface SourceDescription {
  /** `standard`, `document`, or a kind that the suite defines. */
  readonly kind: string;
  readonly label: string;
  /** Its words, one line per paragraph, item or row. */
  readonly text?: string;
  /** The heading over the words of its kind in an HTML report. */
  readonly heading?: string;
  /** The section of an RFC. */
  readonly url?: string;
}

/** Describes a source that no suite knows. @param source as in `Rule`. */
export function describeSource(source: string): SourceDescription {
  // Of several sections, the first one.
  const [, rfc, section] = /RFC (\d+)(?: (\d[\d.]*))?/.exec(source) ?? [];
  const kind = source.startsWith('RFC') ? 'standard' : 'document';
  if (rfc === undefined) return { kind, label: source };
  const anchor = section === undefined ? '' : `#section-${section}`;
  return { kind, label: source, url: `https://www.rfc-editor.org/rfc/rfc${rfc}${anchor}` };
}

/** How many of the checks that rest on one source have run. */
export interface SourceCoverage extends SourceDescription {
  readonly source: string;
  readonly checks: number;
  /** How many of them ran, whatever their outcome. */
  readonly run: number;
}

interface Counted {
  readonly source: string;
  readonly kind: OutcomeKind;
  readonly findings: readonly { readonly source: string }[];
}

export function countSources(
  checks: readonly Counted[],
  describe: (source: string) => SourceDescription,
): SourceCoverage[] {
  const bySource = new Map<string, { checks: number; run: number }>();
  for (const { source, kind, findings } of checks) {
    const count = bySource.get(source) ?? { checks: 0, run: 0 };
    bySource.set(source, {
      checks: count.checks + 1,
      run: count.run + (kind === 'skipped' || kind === 'error' ? 0 : 1),
    });
    for (const finding of findings)
      bySource.set(finding.source, bySource.get(finding.source) ?? { checks: 0, run: 0 });
  }
  return [...bySource]
    .map(([source, count]) => ({ source, ...describe(source), ...count }))
    .sort((a, b) => a.source.localeCompare(b.source, 'en', { numeric: true }));
}
