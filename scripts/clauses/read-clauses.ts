import MarkdownIt from 'markdown-it';
import { nameParts } from './name-parts.ts';

/** The source of the contract, word for word. Nobody edits it. */
export const sourcePath = 'docs/interface.md';

/** A place of the source that a check or a decision can name. */
export interface Clause {
  /** `4.1`, `4.1.2` or `4.1-otp`. It is also the anchor of the page. */
  readonly id: string;
  readonly section: string;
  readonly title: string;
  /** The words, one line per paragraph, item or row. A section has the words of all its parts. */
  readonly text: string;
}

/** Every clause of the source that has words, in its order. */
export function readClauses(markdown: string): readonly Clause[] {
  const parts = nameParts(new MarkdownIt({ html: false }).parse(markdown, {}));
  const ids = [...new Set(parts.map(({ id }) => id))];
  return ids.flatMap((id) => {
    const own = parts.filter((part) => part.id === id || part.section === id);
    const lines = own
      .filter(({ words }) => words.length > 0)
      .map(({ words }) => words.map(({ content }) => content).join(' | '));
    const [first] = own;
    return first === undefined || lines.length === 0
      ? []
      : [{ id, section: first.section, title: first.title, text: lines.join('\n') }];
  });
}
