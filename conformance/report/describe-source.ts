import { clauses } from '../../generated/clauses.ts';
import { decisions } from '../../generated/decisions.ts';

/** What a rule rests on, for people. */
export interface SourceDescription {
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
