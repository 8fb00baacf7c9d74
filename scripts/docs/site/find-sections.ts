import MiniSearch, { type AsPlainObject } from 'minisearch';

/** A section of a page, or a field of the reference, as the search knows it. */
export interface SearchEntry {
  readonly href: string;
  /** The title of the page, and of a field the section that it is in. */
  readonly page: string;
  /** The heading of the section; of the first one, the title of the page. */
  readonly title: string;
  /** Of an operation, its method and path. */
  readonly route: string;
  readonly text: string;
}

export interface Found extends Pick<SearchEntry, 'href' | 'page' | 'title'> {
  readonly excerpt: string;
}

const maxFound = 20;
const excerptLength = 140;

// The build and the page must have the same options.
const options = {
  idField: 'href',
  fields: ['title', 'route', 'page', 'text'],
  storeFields: ['page', 'title', 'text'],
  searchOptions: {
    boost: { title: 4, route: 4, page: 2 },
    prefix: true,
    // One typo in four to seven letters, two in eight to twelve.
    fuzzy: (word: string) => (word.length > 3 ? 0.2 : false),
    // An operation, the only part of the reference whose id has no hyphen, comes before what is written about it.
    boostDocument: (href: string) => (/^reference\.html#\w+$/.test(href) ? 2 : 1),
    combineWith: 'AND' as const,
  },
};

export function createIndex(entries: readonly SearchEntry[]): MiniSearch<SearchEntry> {
  const index = new MiniSearch<SearchEntry>(options);
  index.addAll(entries);
  return index;
}

export function readIndex(written: AsPlainObject): MiniSearch<SearchEntry> {
  return MiniSearch.loadJS<SearchEntry>(written, options);
}

/** The sections that have every word of the query, or the beginning of it, or a similar one, best first. */
export function findIn(index: MiniSearch<SearchEntry>, query: string): Found[] {
  const best = index.search(query).slice(0, maxFound);
  return best.map(({ id, page, title, text, terms }) => ({
    href: id,
    page,
    title,
    excerpt: excerptOf(text, terms),
  }));
}

function excerptOf(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase();
  const positions = terms.map((term) => lower.indexOf(term)).filter((at) => at >= 0);
  const start = Math.max(0, (positions[0] ?? 0) - excerptLength / 3);
  const cut = text.slice(start, start + excerptLength).trim();
  return `${start > 0 ? '…' : ''}${cut}${start + excerptLength < text.length ? '…' : ''}`;
}
