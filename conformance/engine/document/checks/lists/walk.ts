import type { CompletedExchange } from '../../../check.ts';
import { cursorIn, nextLinkIn } from '../../../judge/lists.ts';
import type { JsonObject } from '../../model/pointer.ts';
import { numberAt } from '../../values/scalars.ts';
import { type List, roleOf } from './find-lists.ts';

/** By the names of query parameters. Undefined: left out. */
export type Query = Readonly<Record<string, unknown>>;

export interface Page {
  readonly exchange: CompletedExchange;
  readonly rows: readonly JsonObject[];
  readonly isAccepted: boolean;
  /** Whether there is no other page. Undefined: it cannot be known. */
  readonly isWhole: boolean | undefined;
}

/** By which of its means a list is read page by page. */
export type Means = 'offset' | 'page' | 'cursor' | 'link';

/** How the pages of a list are read. */
export interface Reader {
  read(query: Query): Promise<Page>;
  follow(target: string): Promise<Page>;
}

/** The means that a list may have. Whether its responses have cursors or links shows only when it is read. */
export function meansOf(list: List): Means[] {
  const has = (kind: 'offset' | 'page' | 'cursor') => roleOf(list, kind) !== undefined;
  const named = (['offset', 'page', 'cursor'] as const).filter(has);
  return [...named, 'link'];
}

interface Walk {
  readonly means: Means;
  readonly size: number;
  readonly mostPages: number;
  readonly query?: Query;
}

/** Reads page by page until one is empty or the last. Undefined: the responses do not say how. */
export async function walk(
  list: List,
  reader: Reader,
  { means, size, mostPages, query = {} }: Walk,
): Promise<readonly Page[]> {
  const sized = roleOf(list, 'size');
  const start = { ...query, ...(sized && { [sized.parameter.name]: size }) };
  const pages: Page[] = [];
  while (pages.length < mostPages) {
    const last = pages.at(-1);
    const page = await pageAfter(list, reader, means, start, { count: pages.length, last, size });
    if (page === undefined || !page.isAccepted) break;
    pages.push(page);
    if (page.rows.length === 0 && (means === 'offset' || means === 'page')) break;
  }
  return pages;
}

interface Position {
  /** How many pages were read. */
  readonly count: number;
  readonly last: Page | undefined;
  readonly size: number;
}

async function pageAfter(
  list: List,
  reader: Reader,
  means: Means,
  start: Query,
  { count, last, size }: Position,
): Promise<Page | undefined> {
  const name = means === 'link' ? undefined : roleOf(list, means)?.parameter.name;
  if (means === 'offset' && name !== undefined)
    return reader.read({ ...start, [name]: count * size });
  if (means === 'page' && name !== undefined)
    return reader.read({ ...start, [name]: firstPage(list) + count });
  if (last === undefined) return reader.read(start);
  if (means === 'link') {
    const link = nextLinkIn(last.exchange);
    return link === undefined ? undefined : reader.follow(link);
  }
  const cursor = cursorFor(last.exchange);
  return cursor === undefined || name === undefined
    ? undefined
    : reader.read({ ...start, [name]: cursor });
}

/** The number of the first page: 0 where the document says so. */
export function firstPage(list: List): number {
  const schema = roleOf(list, 'page')?.schema ?? {};
  const start = numberAt(schema, 'minimum') ?? schema.default;
  return start === 0 ? 0 : 1;
}

/** A cursor that is a link has the next page in its query. */
function cursorFor(exchange: CompletedExchange): string | undefined {
  const cursor = cursorIn(exchange);
  return cursor !== undefined && /^(https?:|\/|\?)/.test(cursor) ? undefined : cursor;
}
