import { clauses } from '../../generated/clauses.ts';

/** What a rule rests on, for people. */
export interface SourceDescription {
  /** `4.1 User login` or `4.1 User login: otp` for a clause. A decision, or a pointer into a document, is its own label. */
  readonly label: string;
  /** The words of a clause, one line per paragraph, item or row. */
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
      label: row === undefined ? `${number} ${title}` : `${number} ${withoutRemark(title)}: ${row}`,
      text,
    };
  }
  const [, rfc, section] = /^RFC (\d+)(?: (\S+))?$/.exec(source) ?? [];
  if (rfc === undefined) return { label: source };
  const anchor = section === undefined ? '' : `#section-${section}`;
  return { label: source, url: `https://www.rfc-editor.org/rfc/rfc${rfc}${anchor}` };
}

const withoutRemark = (title: string) => title.replace(/ \([^)]*\)$/, '');
