/** A section of a page, as the search knows it. */
export interface SearchEntry {
  readonly href: string;
  /** The title of the page. */
  readonly page: string;
  /** The heading of the section; of the first one, the title of the page. */
  readonly title: string;
  readonly text: string;
}

/** A section that has all words of a query. */
export interface Found {
  readonly entry: SearchEntry;
  /** The text around the first word. */
  readonly excerpt: string;
}

const maxFound = 20;
const excerptLength = 140;

/** The sections that have every word of the query, best first: words in a heading count more than words in the text. */
export function findIn(entries: readonly SearchEntry[], query: string): Found[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxFound)
    .map(({ entry }) => ({ entry, excerpt: excerptOf(entry.text, words) }));
}

function scoreOf({ title, page, text }: SearchEntry, words: readonly string[]): number {
  const [heading, name, body] = [title.toLowerCase(), page.toLowerCase(), text.toLowerCase()];
  let score = 0;
  for (const word of words) {
    const own =
      (heading.includes(word) ? 8 : 0) + (name.includes(word) ? 4 : 0) + (body.includes(word) ? 1 : 0);
    if (own === 0) return 0;
    score += own;
  }
  return score;
}

function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0);
  const start = Math.max(0, (places[0] ?? 0) - excerptLength / 3);
  const cut = text.slice(start, start + excerptLength).trim();
  return `${start > 0 ? '…' : ''}${cut}${start + excerptLength < text.length ? '…' : ''}`;
}
