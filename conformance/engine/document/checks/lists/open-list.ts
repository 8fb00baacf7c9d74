import type { CompletedExchange } from '../../../check.ts';
import { parseBaseUrl } from '../../../http/request.ts';
import { itemsIn, saysMore, totalIn } from '../../../judge/lists.ts';
import { memoize } from '../../../memoize.ts';
import { nothingToJudge, skipCheck } from '../../../outcome.ts';
import { type DocumentContext, requireCredentials } from '../../document-context.ts';
import type { JsonObject } from '../../model/pointer.ts';
import type { Authorise, Created } from '../../sequences/create-resource.ts';
import { isOf } from '../../sequences/created-is-listed.ts';
import { requestOn } from '../../sequences/request-on.ts';
import { type Identity, isIdField, translate } from '../../sequences/resources/names.ts';
import { pausesMs } from '../../sequences/sequence.ts';
import { type List, roleOf } from './find-lists.ts';
import { ownItems } from './own-items.ts';
import { meansOf, type Page, type Query, type Reader, walk } from './walk.ts';

/** A list on a server, with items of this run in it where those can be created. */
export interface OpenList {
  readonly list: List;
  /** The items of this run. None: the list is judged by what is in it. */
  readonly own: readonly Created[];
  read(query: Query, authorise?: Authorise): Promise<Page>;
  /** Follows a link of the list. */
  follow(target: string): Promise<Page>;
  /** Reads as much as the server shows at once. */
  readAll(query?: Query, authorise?: Authorise): Promise<Page>;
  /** Reads the list without a query, page by page where it is longer than what the server shows at once. */
  readWhole(): Promise<Page>;
  /** Reads on where a page may not be all that matches. Undefined: the end is not known. */
  readOn(page: Page, query: Query): Promise<Page | undefined>;
  /** What distinguishes an item from others. */
  keyOf(row: JsonObject): string | undefined;
  /** Whether it is an item of this run, or this one. */
  isOwn(row: JsonObject, item?: Created): boolean;
}

const usualMaximum = 100;
/** Of as many items as the server shows at once. A list that is longer is judged by its beginning. */
const mostPages = 6;

/** The lists for which a check of this run has waited in vain, as for one that requires a filter. The others need not. */
const neverShownIn = memoize((_: DocumentContext) => new Set<string>());

/** Opens a list with items of this run. Skips the check when the list shows nothing. */
export async function openList(context: DocumentContext, list: List): Promise<OpenList> {
  const { operation, resource } = list;
  await requireCredentials(context, operation);
  const own = resource === undefined ? [] : await ownItems(context, resource);
  const place = own[0]
    ? translate(own[0].identity, resource?.path ?? '', operation.path)
    : await placeOf(context, list);
  const opened = readersOf(context, list, place, own);
  const first = await opened.readAll();
  if (!first.isAccepted)
    skipCheck(`${operation.id} returned ${context.model.status(first.exchange)}`);
  if (first.exchange.response.unjudged !== undefined)
    skipCheck(`the list of ${operation.id} cannot be read: ${first.exchange.response.unjudged}`);
  const shown = own.filter((one) => first.rows.some((row) => isItem(list, row, one)));
  if (first.rows.length === 0) nothingToJudge(`${operation.id} lists nothing`);
  // What is on another page, or hidden by default, is not judged.
  return { ...opened, own: shown };
}

/** The path of a list of something that the tests cannot create. */
async function placeOf(context: DocumentContext, { operation }: List): Promise<Identity> {
  const { parameters } = await context.values(operation);
  return Object.fromEntries(
    Object.entries(parameters).flatMap(([key, value]) =>
      key.startsWith('path ') ? [[key.slice(5), value]] : [],
    ),
  );
}

const isItem = ({ resource }: List, row: JsonObject, one: Created) =>
  resource !== undefined && isOf(row, resource, one);

function readersOf(
  context: DocumentContext,
  list: List,
  place: Identity,
  own: readonly Created[],
): OpenList {
  const { model } = context;
  const { operation } = list;
  const size = roleOf(list, 'size');
  const highest = size?.schema.maximum;
  const most = typeof highest === 'number' ? Math.min(highest, 1000) : usualMaximum;
  const toPage = (exchange: CompletedExchange, limit: number | undefined): Page => {
    const isAccepted = model.isSuccess(exchange);
    const rows = isAccepted ? itemsIn(exchange) : [];
    return { exchange, rows, isAccepted, isWhole: isWhole(list, exchange, rows.length, limit) };
  };
  const read: OpenList['read'] = async (query, authorise = context.authorised) => {
    const parameters = Object.fromEntries(
      Object.entries(query).map(([name, value]) => [`query ${name}`, value]),
    );
    const request = requestOn(model, operation, place, { parameters });
    const exchange = await context.call(await authorise(operation, request));
    const limit = size && query[size.parameter.name];
    return toPage(exchange, typeof limit === 'number' ? limit : undefined);
  };
  const { prefix } = parseBaseUrl(context.target.baseUrl);
  const follow = async (link: string, authorise = context.authorised) => {
    const target = link.startsWith(prefix) ? link.slice(prefix.length) : link;
    const request = { method: 'GET', target, settings: { operation: operation.id } };
    return toPage(await context.call(await authorise(operation, request)), undefined);
  };
  const readOnce = async (query: Query, authorise?: Authorise) => {
    if (size === undefined) return read(query, authorise);
    const page = await read({ ...query, [size.parameter.name]: most }, authorise);
    if (!page.isAccepted) return read(query, authorise);
    const isCut = page.isWhole !== true && authorise === undefined;
    return isCut && (await isLast(list, { read, follow }, query, most))
      ? { ...page, isWhole: true }
      : page;
  };
  const neverShown = neverShownIn(context);
  const showsOwn = (page: Page) =>
    own.every((one) => page.rows.some((row) => isItem(list, row, one)));
  /** Reads on where what this run has created is not on the first page of a long list. */
  const readFar = async (query: Query, authorise?: Authorise): Promise<Page> => {
    const page = await readOnce(query, authorise);
    if (page.isWhole === true || own.length === 0 || showsOwn(page)) return page;
    const by = authorise === undefined ? { read, follow } : readerAs(authorise);
    return (await wholeList(list, by, query, most)) ?? page;
  };
  const readerAs = (authorise: Authorise): Reader => ({
    read: (query) => read(query, authorise),
    follow: (target) => follow(target, authorise),
  });
  const readAll: OpenList['readAll'] = async (query = {}, authorise) => {
    let page = await readFar(query, authorise);
    if (Object.keys(query).length > 0 || authorise !== undefined) return page;
    if (neverShown.has(operation.id)) return page;
    // A server may write to one database and read from another.
    for (const pause of pausesMs) {
      if (showsOwn(page) || page.isWhole === false || context.remaining() < pause) return page;
      await context.clock.pause(pause);
      page = await readFar(query);
    }
    if (!showsOwn(page)) neverShown.add(operation.id);
    return page;
  };
  const readOn: OpenList['readOn'] = async (page, query) =>
    page.isWhole === true ? page : wholeList(list, { read, follow }, query, most);
  return {
    list,
    own,
    read,
    follow,
    readAll,
    readWhole: async () => {
      const page = await readAll();
      return (await readOn(page, {})) ?? page;
    },
    readOn,
    keyOf: (row) => keyOf(list, row),
    isOwn: (row, item) => (item === undefined ? own : [item]).some((one) => isItem(list, row, one)),
  };
}

/** The pages of a long list as one. Undefined: it has none, or too many. */
async function wholeList(
  list: List,
  reader: Reader,
  query: Query,
  size: number,
): Promise<Page | undefined> {
  for (const means of meansOf(list)) {
    const pages = await walk(list, reader, { means, size, mostPages: mostPages + 1, query });
    const [first] = pages;
    if (first === undefined || pages.length < 2) continue;
    if (pages.length > mostPages && pages.at(-1)?.rows.length !== 0) return undefined;
    const rows = pages.flatMap((page) => page.rows);
    return { ...first, rows, isWhole: true };
  }
  return undefined;
}

/** Whether the page after one with all that the server shows at once has nothing, whatever the response says. */
async function isLast(list: List, reader: Reader, query: Query, size: number): Promise<boolean> {
  for (const means of meansOf(list)) {
    const pages = await walk(list, reader, { means, size, mostPages: 2, query });
    if (pages.length === 2) return pages[1]?.rows.length === 0;
  }
  return false;
}

function isWhole(
  list: List,
  exchange: CompletedExchange,
  count: number,
  limit: number | undefined,
): boolean | undefined {
  const total = totalIn(exchange);
  if (saysMore(exchange, count)) return false;
  if (limit !== undefined && count < limit) return true;
  if (total !== undefined && total.value === count) return true;
  if (limit !== undefined) return undefined;
  // A server that shows a round number may have more.
  const isPaged = list.roles.some(({ kind }) =>
    ['size', 'page', 'offset', 'cursor'].includes(kind),
  );
  return count < (isPaged ? 5 : 10) || count % 5 !== 0 ? true : undefined;
}

function keyOf({ resource }: List, row: JsonObject): string | undefined {
  const named = Object.entries(row).find(([name]) =>
    resource === undefined
      ? /^_?(id|uuid|guid|key|code|slug)$/i.test(name)
      : isIdField(resource.path, name),
  );
  const value = named?.[1];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
