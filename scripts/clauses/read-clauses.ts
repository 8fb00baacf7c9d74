import MarkdownIt from 'markdown-it';
import { nameParts, type Part } from './name-parts.ts';

/** The source of the contract, word for word. Nobody edits it. */
export const sourcePath = 'docs/reference/interface.md';

/** A place of the source that a check or a decision can name. */
export interface Clause {
  /** `4.1`, `4.1.2` or `4.1-otp`. It is also the anchor of the page. */
  readonly id: string;
  readonly section: string;
  readonly title: string;
  /** Its own words, one text per paragraph or cell; none for a section that has only items and rows. */
  readonly words: readonly string[];
  /** The words of the clause and, for a section, of its items and rows: one line per paragraph, item or row. */
  readonly text: string;
}

/** Every clause of the source that has words, in its order. */
export function readClauses(markdown: string): readonly Clause[] {
  const parts = nameParts(new MarkdownIt({ html: false }).parse(markdown, {}));
  const clauses = [...new Set(parts.map(({ id }) => id))].map((id) => {
    const own = parts.filter((part) => part.id === id);
    const all = parts.filter((part) => part.id === id || part.section === id);
    const { section = id, title = '' } = own[0] ?? {};
    return { id, section, title, words: own.flatMap(wordsOf), text: linesOf(all) };
  });
  return clauses.filter(({ text }) => text !== '');
}

const wordsOf = ({ words }: Part) => words.map(({ content }) => content);

function linesOf(parts: readonly Part[]): string {
  return parts
    .map((part) => wordsOf(part).join(' | '))
    .filter((line) => line !== '')
    .join('\n');
}
