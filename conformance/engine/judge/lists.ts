import type { CompletedExchange } from '../check.ts';
import { isJsonObject, type JsonObject } from '../document/model/pointer.ts';
import { plainName, wordsOf } from '../document/sequences/resources/names.ts';

/** The longest list of the response: the body itself, or that of an object in it. */
export function listIn({ response }: CompletedExchange): readonly unknown[] {
  const body = response.json?.value;
  const inside = isJsonObject(body) ? Object.values(body) : [];
  const lists = [
    body,
    ...inside,
    ...inside.filter(isJsonObject).flatMap((one) => Object.values(one)),
  ];
  return lists.filter(Array.isArray).toSorted((one, other) => other.length - one.length)[0] ?? [];
}

/** The objects in that list. */
export function itemsIn(exchange: CompletedExchange): JsonObject[] {
  return listIn(exchange).filter(isJsonObject);
}

/** What a response says about its list: the fields next to it, and those of an object such as `meta`. */
function fieldsAround({ response }: CompletedExchange): [name: string, value: unknown][] {
  const body = response.json?.value;
  if (!isJsonObject(body)) return [];
  const inside = Object.values(body).filter(isJsonObject);
  return [body, ...inside].flatMap((one) => Object.entries(one));
}

/** Whether a response says that there is another page, by a link (RFC 8288), a field such as `next`, or a greater total. */
export function saysMore(exchange: CompletedExchange, shown: number): boolean {
  const isMore = ([name, value]: [string, unknown]) => {
    const isAbout = (...about: string[]) => wordsOf(name).some((word) => about.includes(word));
    return (
      (isAbout('next', 'more') && Boolean(value)) ||
      (isAbout('total', 'count') && Number(value) > shown)
    );
  };
  const link = exchange.response.header('link') ?? '';
  return /rel="?next/i.test(link) || fieldsAround(exchange).some(isMore);
}

/** A number or flag that a response says about its list, and where. */
export interface Said<Value> {
  readonly value: Value;
  /** `"total"`, or `X-Total-Count`. */
  readonly at: string;
}

const totalNames = new Set([
  ...['total', 'totalcount', 'totalitems', 'totalresults', 'totalelements', 'totalrecords'],
  ...['counttotal', 'itemcount', 'resultcount', 'totalhits', 'count'],
]);
const totalHeaders = ['x-total-count', 'x-total', 'total-count', 'x-total-items'];

/** How many items there are on all pages. `count` may be the number of items on this page. */
export function totalIn(exchange: CompletedExchange): Said<number> | undefined {
  const inBody = numberNamed(exchange, totalNames);
  if (inBody !== undefined) return inBody;
  const header = totalHeaders.find((name) => exchange.response.header(name) !== undefined);
  const text = header && exchange.response.header(header);
  return header && text && /^\d+$/.test(text) ? { value: Number(text), at: header } : undefined;
}

export const isCountOfPage = ({ at }: Said<number>) => at === '"count"';

const pageCountNames = new Set(['totalpages', 'pagecount', 'pagestotal', 'numberofpages']);

export function pageCountIn(exchange: CompletedExchange): Said<number> | undefined {
  return numberNamed(exchange, pageCountNames);
}

/** Whether a field or header of this name says how many items, or pages, there are. */
export function isTotalName(name: string): boolean {
  const plain = plainName(name);
  return (
    totalNames.has(plain) || pageCountNames.has(plain) || totalHeaders.includes(name.toLowerCase())
  );
}

function numberNamed(
  exchange: CompletedExchange,
  names: ReadonlySet<string>,
): Said<number> | undefined {
  for (const [name, value] of fieldsAround(exchange))
    if (names.has(plainName(name)) && typeof value === 'number' && Number.isInteger(value))
      return { value, at: `"${name}"` };
  return undefined;
}

const moreNames = new Set(['hasmore', 'hasnext', 'hasnextpage', 'more']);

/** Whether a response says, with true or false, that there is another page. */
export function moreIn(exchange: CompletedExchange): Said<boolean> | undefined {
  for (const [name, value] of fieldsAround(exchange))
    if (moreNames.has(plainName(name)) && typeof value === 'boolean')
      return { value, at: `"${name}"` };
  return undefined;
}

const cursorNames = new Set([
  ...['next', 'nextcursor', 'cursor', 'nextpagetoken', 'nexttoken', 'pagetoken', 'endcursor'],
  ...['continuationtoken', 'continuation', 'after', 'nextpagecursor', 'cursornext', 'continue'],
]);

/** The cursor of the next page, by a field of the response. Undefined on the last page. */
export function cursorIn(exchange: CompletedExchange): string | undefined {
  const named = fieldsAround(exchange).filter(([name]) => cursorNames.has(plainName(name)));
  const given = named.find(
    ([, value]) => typeof value === 'number' || (typeof value === 'string' && value !== ''),
  );
  return given && String(given[1]);
}

/** Path and query of the next page, by a link of the response (RFC 8288) or a field that is a URL. */
export function nextLinkIn(exchange: CompletedExchange): string | undefined {
  const header = /<([^>]*)>[^,]*;\s*rel="?next\b/i.exec(exchange.response.header('link') ?? '');
  const cursor = cursorIn(exchange);
  const inBody = cursor !== undefined && /^(https?:|\/|\?)/.test(cursor) ? cursor : undefined;
  const given = header?.[1] ?? inBody ?? hypertextIn(exchange);
  const base = new URL(exchange.request.target, 'http://server');
  if (given === undefined || !URL.canParse(given, base.href)) return undefined;
  const { pathname, search } = new URL(given, base);
  return pathname + search;
}

/** `{"_links": {"next": {"href": "…"}}}`, as HAL has it. */
function hypertextIn({ response }: CompletedExchange): string | undefined {
  const body = response.json?.value;
  const links = isJsonObject(body) ? (body._links ?? body.links) : undefined;
  const next = isJsonObject(links) ? links.next : undefined;
  const href = isJsonObject(next) ? next.href : next;
  return typeof href === 'string' ? href : undefined;
}
