import MarkdownIt, { type Token } from 'markdown-it';

/** The source of the contract, word for word. Nobody edits it. */
export const sourcePath = 'openapi/interface.md';

/** A place of the source that a check or a decision can name. */
export interface Clause {
  /**
   * `4.1` is a section, `4.1.2` the second item of its list, `4.1-otp` the row of its table that begins with `otp`. Also the anchor.
   */
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

/** A part of a numbered text that can be linked and cited. */
interface Part extends Pick<Clause, 'id' | 'section' | 'title'> {
  readonly token: Token;
  /** Its words: one inline token per paragraph or cell; none for a heading. */
  readonly words: readonly Token[];
}

const ends: Readonly<Record<string, string>> = {
  paragraph_open: 'paragraph_close',
  list_item_open: 'list_item_close',
  tr_open: 'tr_close',
};

/**
 * The parts of a text whose headings are numbered, in their order. Items count from 1 in each section, whether the text numbers
 * them or not. A paragraph belongs to its section; before the first section, paragraphs are `0.1`, `0.2`.
 */
export function nameParts(tokens: readonly Token[]): readonly Part[] {
  const parts: Part[] = [];
  let section = { section: '0', title: '' };
  let items = 0;
  for (const [at, token] of tokens.entries()) {
    const first = tokens[at + 1];
    if (token.type === 'heading_open') {
      const [, number, title = ''] = /^(?:(\d[\d.]*?)\.? )?(.+)$/.exec(first?.content ?? '') ?? [];
      section = { section: number ?? '0', title };
      items = 0;
      if (number !== undefined) parts.push({ id: number, ...section, token, words: [] });
    }
    const end = ends[token.type];
    if (end === undefined) continue;
    const length = tokens
      .slice(at)
      .findIndex(({ type, level }) => type === end && level === token.level);
    const words = tokens.slice(at, at + length).filter(({ type }) => type === 'inline');
    const { section: number } = section;
    if (token.type === 'tr_open' && first?.type === 'td_open')
      parts.push({ id: `${number}-${words[0]?.content}`, ...section, token, words });
    else if (token.type === 'list_item_open' || (isParagraph(token) && number === '0'))
      parts.push({ id: `${number}.${++items}`, ...section, token, words });
    else if (isParagraph(token)) parts.push({ id: number, ...section, token, words });
  }
  return parts;
}

// Inside an item, a paragraph is part of the item.
const isParagraph = ({ type, level }: Token) => type === 'paragraph_open' && level === 0;
