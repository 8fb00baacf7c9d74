import {
  isJsonObject,
  type JsonObject,
} from '../../../../conformance/engine/document/model/pointer.ts';
import { jsonListener, objectIn, type Received, type Reply } from '../../json-listener.ts';

/** How the pages of the list are read. */
export type Style = 'offset' | 'page' | 'cursor' | 'link' | 'none';

/** What the list does wrong, one at a time, and the check that finds it. */
export const checkOf = {
  'ignores the limit': 'list-limit',
  'shows one more than the limit': 'list-limit',
  'skips an item between pages': 'list-pages',
  'repeats an item on the next page': 'list-pages',
  'ignores which page': 'list-pages',
  'forgets the last page': 'list-pages',
  'never ends': 'list-pages',
  'says that there is more on the last page': 'list-pages',
  'counts only the page': 'list-total',
  'counts one too many': 'list-total',
  'counts what a filter hides': 'list-total',
  'ignores the order': 'list-sort',
  'sorts only upwards': 'list-sort',
  'sorts numbers as texts': 'list-sort',
  'sorts only the page': 'list-sort',
  'ignores a filter': 'list-filter',
  'loses a match': 'list-filter',
  'includes what is below the minimum': 'list-filter',
  'excludes the maximum': 'list-filter',
  'reads only the last filter': 'list-filter',
  'finds nothing': 'list-search',
  'finds everything': 'list-search',
  'finds only names': 'list-search',
  'finds only texts in the same case': 'list-search',
  'finds gears among the nuts': 'list-filter',
  'lists at the end what is of others': 'list-readable',
  'never lists what is new': 'created-is-listed',
  'shows all fields': 'list-fields',
  'lists the items of others': 'list-owner',
  'lists the items of others by a filter': 'list-owner',
} as const;
export type Fault = keyof typeof checkOf;

type Item = Record<string, unknown>;

const kinds = ['bolt', 'nut', 'gear'];
const fields = {
  name: { type: 'string', minLength: 1, maxLength: 40 },
  // As generators write a reference with a description.
  kind: { allOf: [{ type: 'string', enum: kinds }], description: 'Of the part.' },
  price: { type: 'number', minimum: 0, maximum: 1000 },
  due: { type: 'string', format: 'date' },
  active: { type: 'boolean' },
  tags: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 40 }, maxItems: 3 },
  note: { type: 'string', maxLength: 100 },
};

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const query = (name: string, schema: object, description = '') => ({
  name,
  in: 'query',
  schema,
  description,
});
const count = { type: 'integer', minimum: 1, maximum: 50 };

export const pageParameters: Readonly<Record<Style, readonly object[]>> = {
  offset: [query('limit', count), query('offset', { type: 'integer', minimum: 0 })],
  page: [query('per_page', count), query('page', { type: 'integer', minimum: 1 })],
  cursor: [query('pageSize', count), query('cursor', { type: 'string' })],
  link: [query('limit', count)],
  none: [],
};

const date = { type: 'string', format: 'date' };
const otherParameters = [
  query(
    'sort',
    { type: 'string' },
    'One of name, price and created_at; prefixed with -, descending.',
  ),
  query('kind', { anyOf: [{ type: 'string', enum: kinds }, { type: 'null' }] }),
  query('active', { type: 'boolean' }),
  query('min_price', { type: 'number' }),
  query('maxPrice', { type: 'number' }),
  query('due_after', date),
  query('tag', { type: 'string' }),
  query('created_at', { type: 'string', format: 'date-time' }),
  query('q', { type: 'string' }, 'Finds parts by their name or note, in any case.'),
  query('fields', { type: 'string' }, 'Returns only these fields, separated by commas.'),
];

export function listDocument(style: Style): string {
  const item = {
    type: 'object',
    required: ['id', 'name'],
    properties: {
      id: { type: 'integer' },
      created_at: { type: 'string', format: 'date-time' },
      ...fields,
    },
  };
  const body = {
    type: 'object',
    required: ['name', 'kind', 'price'],
    properties: fields,
    additionalProperties: false,
  };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
  const no = { '4XX': { description: 'No.' } };
  const one = { description: 'One.', ...json(item) };
  const list = {
    type: 'object',
    required: ['items'],
    properties: { items: { type: 'array', items: item }, total: { type: 'integer' } },
  };
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Parts', version: '1' },
    security: [{ token: [] }],
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    paths: {
      '/parts': {
        get: {
          operationId: 'listParts',
          parameters: [...pageParameters[style], ...otherParameters],
          responses: { 200: { description: 'Some.', ...json(list) }, ...no },
        },
        post: {
          operationId: 'addPart',
          requestBody: { required: true, ...json(body) },
          responses: { 201: one, ...no },
        },
      },
      '/parts/{id}': {
        parameters: [id],
        get: { operationId: 'getPart', responses: { 200: one, ...no } },
        delete: { operationId: 'removePart', responses: { 204: { description: 'Gone.' }, ...no } },
      },
    },
  });
}

export interface State {
  readonly style: Style;
  /** How many items of others are there. */
  readonly others?: number;
  /** Whether the list begins with what was created last. */
  readonly isNewestFirst?: boolean;
  /** Whether others add items while the tests run. */
  readonly isBusy?: boolean;
}

const tokens: Readonly<Record<string, string>> = {
  'Bearer ada-1815': 'ada',
  'Bearer bob-1815': 'bob',
};

const has = (text: unknown, part: string) =>
  String(text ?? '')
    .toLowerCase()
    .includes(part.toLowerCase());

const matchers: Readonly<Record<string, (item: Item, value: string) => boolean>> = {
  kind: (item, value) => item.kind === value,
  active: (item, value) => String(item.active) === value,
  min_price: (item, value) => Number(item.price) >= Number(value),
  maxPrice: (item, value) => Number(item.price) <= Number(value),
  due_after: (item, value) => String(item.due) > value,
  // Two of them are less than a second apart.
  created_at: (item, value) => item.created_at === value,
  tag: (item, value) => [item.tags].flat().includes(value),
  q: (item, value) => has(item.name, value) || has(item.note, value),
};

/** A store of parts whose list follows the document exactly, except for one fault. */
export function listServer(
  { style, others = 0, isNewestFirst = false, isBusy = false }: State,
  fault?: Fault,
) {
  const is = (one: Fault) => fault === one;
  const items = new Map<number, Item>();
  const owners = new Map<Item, string>();
  let last = 0;
  const isSortedLate = is('sorts only the page');
  const add = (own: JsonObject, user = 'ada'): Item => {
    last += 1;
    const made = { id: last, created_at: new Date(last * 400).toISOString(), ...own };
    items.set(last, made);
    owners.set(made, user);
    return made;
  };
  for (let at = 0; at < others; at += 1)
    add({ name: `of another ${at}`, kind: kinds[at % 3], price: at * 7, active: true });

  const chosen = (user: string, { query }: Received): readonly Item[] => {
    const filters = Object.entries(matchers).filter(([name]) => query.has(name));
    const used = is('reads only the last filter') ? filters.slice(-1) : filters;
    const isMatch = (item: Item) =>
      used.every(([name, matches]) => {
        const value = query.get(name) ?? '';
        if (is('ignores a filter') && name === 'active') return true;
        if (is('includes what is below the minimum') && name === 'min_price')
          return Number(item.price) >= Number(value) - 8;
        if (is('excludes the maximum') && name === 'maxPrice')
          return Number(item.price) < Number(value);
        if (name === 'q' && is('finds nothing')) return false;
        if (name === 'q' && is('finds everything')) return true;
        if (name === 'q' && is('finds only names')) return has(item.name, value);
        if (name === 'q' && is('finds only texts in the same case'))
          return [item.name, item.note].some((text) => String(text ?? '').includes(value));
        if (name === 'kind' && is('finds gears among the nuts') && value === 'nut')
          return item.kind !== 'bolt';
        return matches(item, value);
      });
    const isFiltered = filters.length > 0;
    const showsOthers =
      is('lists the items of others') ||
      (is('lists the items of others by a filter') && isFiltered);
    const stored = isNewestFirst ? [...items.values()].toReversed() : [...items.values()];
    const found = stored.filter(
      (item) => (showsOthers || owners.get(item) === user) && isMatch(item),
    );
    if (is('never lists what is new')) return found.filter(({ id }) => Number(id) <= others);
    const isCut = is('loses a match') && query.has('kind') && found.length > 1;
    const all = isCut ? found.slice(1) : found;
    return isSortedLate ? all : sorted(all, query.get('sort'));
  };
  const sorted = (found: readonly Item[], sort: string | null): readonly Item[] => {
    if (sort === null || is('ignores the order')) return found;
    const name = sort.replace(/^-/, '');
    const sign = sort.startsWith('-') && !is('sorts only upwards') ? -1 : 1;
    return found.toSorted((one, other) => {
      const [first, second] = [one[name], other[name]];
      const isNumber = typeof first === 'number' && typeof second === 'number';
      if (isNumber && !is('sorts numbers as texts')) return sign * (first - second);
      return sign * (String(first) < String(second) ? -1 : Number(String(first) > String(second)));
    });
  };
  const paged = (all: readonly Item[], received: Received): Reply => {
    const number = (name: string, otherwise: number) => {
      const text = received.query.get(name);
      return text === null ? otherwise : /^\d+$/.test(text) ? Number(text) : Number.NaN;
    };
    const size = Math.min(number('limit', number('per_page', number('pageSize', 20))), 50);
    const start =
      style === 'page'
        ? (number('page', 1) - 1) * size
        : number(style === 'cursor' ? 'cursor' : 'offset', 0);
    if (!(size >= 1 && start >= 0)) return [400, { problem: 'no such page' }];
    const shift =
      start > 0
        ? is('skips an item between pages')
          ? 1
          : is('repeats an item on the next page')
            ? -1
            : 0
        : 0;
    const begin = is('ignores which page') ? 0 : start + shift;
    const limit = is('ignores the limit')
      ? all.length
      : size + (is('shows one more than the limit') ? 1 : 0);
    const end = begin + limit;
    const isCut = is('forgets the last page') && start > 0 && end >= all.length;
    const some = style === 'none' ? all : isCut ? [] : all.slice(begin, end);
    const isForeign = is('lists at the end what is of others') && end >= all.length;
    const shown = isForeign ? [...some, { id: 9999, name: 'of Bob', kind: 'nut', price: 1 }] : some;
    const isLast = style === 'none' || start + size >= all.length;
    const isMore = !isLast || is('says that there is more on the last page');
    const total = is('counts what a filter hides') ? items.size : all.length;
    const names = received.query.get('fields')?.split(',');
    const withFields = (item: Item) =>
      names === undefined || is('shows all fields')
        ? item
        : Object.fromEntries(
            Object.entries(item).filter(([name]) => name === 'id' || names.includes(name)),
          );
    const next = is('never ends') && isLast ? start : start + size;
    const goesOn = !isLast || is('never ends');
    const nextQuery = new URLSearchParams(received.query);
    nextQuery.set('offset', String(next));
    const nextUrl = `/parts?${nextQuery}`;
    return [
      200,
      {
        items: isSortedLate ? sorted(shown, received.query.get('sort')) : shown.map(withFields),
        total: is('counts only the page')
          ? shown.length
          : total + (is('counts one too many') ? 1 : 0),
        ...(style === 'cursor' && { next_cursor: goesOn ? String(next) : null }),
        ...(style === 'page' && { has_more: isMore }),
      },
      style === 'link' && goesOn ? { link: `<${nextUrl}>; rel="next"` } : {},
    ];
  };

  const listener = jsonListener((received) => {
    const { method, path } = received;
    const [, collection, key] = /^\/(parts)(?:\/([^/]+))?$/.exec(path) ?? [];
    if (collection === undefined) return [404, {}];
    const user = tokens[String(received.headers.authorization)];
    if (user === undefined) return [401, {}];
    const item = items.get(Number(key));
    const found = item && owners.get(item) === user ? item : undefined;
    if (key !== undefined) {
      if (found === undefined) return [404, {}];
      if (method === 'GET') return [200, found];
      if (method !== 'DELETE') return [405, {}];
      items.delete(Number(key));
      return [204];
    }
    if (method === 'GET') {
      if (isBusy) add({ name: 'of someone else', kind: 'nut', price: 1 });
      return paged(chosen(user, received), received);
    }
    if (method !== 'POST') return [405, {}];
    const body = objectIn(received.json);
    const isPart =
      isJsonObject(body) &&
      typeof body.name === 'string' &&
      kinds.includes(String(body.kind)) &&
      typeof body.price === 'number' &&
      body.price >= 0 &&
      body.price <= 1000;
    return isPart ? [201, add(body, user)] : [422, {}];
  });
  return { listener };
}
