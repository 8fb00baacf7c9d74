/** The source of the contract, word for word. Nobody edits it. */
export const sourcePath = 'openapi/interface.md';

/** A place of the source that a check or a decision can name. */
export interface Clause {
  /** `4.1` is a section, `4.1.2` the second item of its list, `4.1-otp` the row of its table that begins with `otp`. */
  readonly id: string;
  readonly section: string;
  readonly title: string;
  /** Its own words, one text per paragraph or cell; none for a section that has only items and rows. */
  readonly words: readonly string[];
  /** The words of the clause and, for a section, of its items and rows: one line per paragraph, item or row. */
  readonly text: string;
}

type Part = Omit<Clause, 'text'>;

/** Every clause of the source that has words, in its order. */
export function readClauses(markdown: string): readonly Clause[] {
  const parts = readParts(markdown);
  const clauses = [...new Set(parts.map(({ id }) => id))].map((id) => {
    const own = parts.filter((part) => part.id === id);
    const all = parts.filter((part) => part.id === id || part.section === id);
    const { section = id, title = '' } = own[0] ?? {};
    return { id, section, title, words: own.flatMap(({ words }) => words), text: linesOf(all) };
  });
  return clauses.filter(({ text }) => text !== '');
}

function linesOf(parts: readonly Part[]): string {
  return parts
    .map(({ words }) => words.join(' | '))
    .filter((line) => line !== '')
    .join('\n');
}

/**
 * The source has a line for each heading, paragraph, item and row. Items count from 1 in each section, whether the text numbers
 * them or not. Before the first section, paragraphs are `0.1`, `0.2`.
 */
function readParts(markdown: string): readonly Part[] {
  const parts: Part[] = [];
  let section = { section: '0', title: '' };
  let items = 0;
  let isTable = false;

  for (const line of markdown.split('\n')) {
    const [, number, title = ''] = /^#+ (?:(\d[\d.]*?)\.? )?(.+)$/.exec(line) ?? [];
    const [, item] = /^(?:-|\d+\.) (.+)$/.exec(line) ?? [];
    const [, row] = /^\| (.+) \|$/.exec(line) ?? [];

    if (title !== '') {
      section = { section: number ?? '0', title };
      items = 0;
      if (number !== undefined) parts.push({ id: number, ...section, words: [] });
    } else if (row !== undefined) {
      const cells = row.split(' | ');
      // The first row names the columns.
      if (isTable) parts.push({ id: `${section.section}-${cells[0]}`, ...section, words: cells });
    } else if (item !== undefined || (line !== '' && section.section === '0')) {
      items += 1;
      parts.push({ id: `${section.section}.${items}`, ...section, words: [item ?? line] });
    } else if (line !== '' && !line.startsWith('|')) {
      parts.push({ id: section.section, ...section, words: [line] });
    }
    isTable = line.startsWith('|');
  }
  return parts;
}
