import type { IncomingMessage, ServerResponse } from 'node:http';

/** What the shop does wrong, one at a time, and the check that finds it. */
export const checkOf = {
  'accepts any key': 'document/credentials-invented/listBooks',
  'accepts a prefix of the key': 'document/credentials-altered/listBooks',
  'accepts the key in any case': 'document/credentials-altered/listBooks',
  'requires no key': 'document/credentials-missing/listBooks',
  'an undeclared content type': 'document/response-content-type',
  'a missing field': 'document/response-schema',
  'an extra field': 'document/response-schema',
  'a header of another type': 'document/response-header',
  'accepts an unknown field': 'document/invalid-body/addBook',
  'accepts a price of 0': 'document/invalid-body/addBook',
  'accepts a number as title': 'document/invalid-body/addBook',
  'accepts the same tag twice': 'document/invalid-body/addBook',
  'accepts any format': 'document/invalid-body/addBook',
  'accepts null as a book': 'document/invalid-body/addBook',
  'accepts half a body': 'document/malformed-json/addBook',
  'accepts any content type': 'document/wrong-content-type/addBook',
  'accepts a limit above the maximum': 'document/invalid-parameter/listBooks',
  'accepts a word as id': 'document/invalid-parameter/getBook',
  'rejects an example': 'document/example/addBook',
  'fails for a quote in a title': 'document/fuzz/addBook',
  'fails for letters in the path': 'document/path-parameter/getBook',
  'fails for large bodies': 'document/large-body/addBook',
  'accepts an undeclared method': 'document/undeclared-method/listBooks',
  'omits Allow': 'document/undeclared-method/listBooks',
  'does not serve a declared method': 'document/undeclared-method/listBooks',
  'sends more than its Content-Length': 'document/response-framing',
  'sends a field twice': 'document/response-framing',
} as const;
export type Defect = keyof typeof checkOf;

export const key = 'a-key-of-the-shop-1815';
export const staff = 'ada:a-password-1815';

/** A bookshop that follows bookshop-3.0.yaml exactly, except for one defect. */
export function bookshop(defect?: Defect) {
  const is = (one: Defect) => defect === one;
  const added = new Map<number, Record<string, unknown>>();
  const removed = new Set<number>();

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const send = (status: number, body?: unknown, headers: Record<string, string> = {}) => {
      const type = is('an undeclared content type') ? 'text/html' : 'application/json';
      let text = body === undefined ? '' : JSON.stringify(body);
      if (is('sends a field twice')) text = text.replace('"title":', '"title":"x","title":');
      if (body === undefined) response.writeHead(status, headers).end();
      else
        response
          .writeHead(status, {
            'content-type': type,
            'content-length': Buffer.byteLength(text),
            ...headers,
          })
          .end(text);
      if (is('sends more than its Content-Length') && status === 200) response.socket?.write('x');
    };
    const bad = (status: number, headers = {}) =>
      send(status, { problem: 'Something was wrong.' }, headers);
    const url = new URL(request.url ?? '/', 'http://localhost');
    const id = /^\/books\/([^/]+)$/.exec(url.pathname)?.[1];
    const isList = url.pathname === '/books';
    if (!isList && id === undefined) return bad(404);
    if (is('accepts an undeclared method') && request.method === 'PATCH') return send(200, {});
    const ofList = is('does not serve a declared method') ? ['GET'] : ['GET', 'POST'];
    const allowed = isList ? ofList : ['GET', 'DELETE'];
    if (!allowed.includes(request.method ?? ''))
      return bad(405, is('omits Allow') ? {} : { allow: allowed.join(', ') });

    if (request.method === 'DELETE') {
      if (request.headers.authorization !== `Basic ${Buffer.from(staff).toString('base64')}`)
        return bad(401);
      if (!/^[1-9]\d{0,15}$/.test(id ?? '')) return bad(400);
      if (added.delete(Number(id))) removed.add(Number(id));
      return send(204);
    }
    const given = String(request.headers['x-api-key'] ?? '');
    const accepted =
      given === key ||
      is('requires no key') ||
      (is('accepts any key') && given !== '') ||
      (is('accepts a prefix of the key') && given.length > 4 && key.startsWith(given)) ||
      (is('accepts the key in any case') && given.toLowerCase() === key);
    if (!accepted) return bad(401);

    const book = { id: 7, title: 'Emma', price: 12.5, format: { kind: 'paper', pages: 300 } };
    if (id !== undefined) {
      if (is('fails for letters in the path') && /%C5/.test(id)) return bad(500);
      if (!/^[1-9]\d{0,15}$/.test(id) && !is('accepts a word as id')) return bad(400);
      const isKnown = Number(id) < 1000 && !removed.has(Number(id));
      return isKnown ? send(200, shaped(added.get(Number(id)) ?? book)) : bad(404);
    }
    if (request.method === 'GET') {
      const limit = url.searchParams.get('limit');
      const most = is('accepts a limit above the maximum') ? 1e9 : 100;
      if (limit !== null && !(/^\d+$/.test(limit) && +limit >= 1 && +limit <= most))
        return bad(400);
      const genres = url.searchParams.get('genres');
      if (genres !== null && !genres.split(',').every((one) => /^(crime|poetry)$/.test(one)))
        return bad(400);
      const items = [book, ...added.values()].map(shaped);
      const total = is('a header of another type') ? 'many' : String(items.length);
      const page = items.slice(0, Number(limit ?? items.length));
      return send(200, { items: page, next: null }, { 'x-total': total });
    }

    const body = Buffer.concat(await request.toArray());
    if (body.length > 1_000_000) return bad(is('fails for large bodies') ? 500 : 413);
    if (
      !/^application\/json\b(?!x)/.test(String(request.headers['content-type'])) &&
      !is('accepts any content type')
    )
      return bad(415);
    let read: unknown;
    try {
      read = JSON.parse(body.toString());
    } catch {
      if (!is('accepts half a body')) return bad(400);
      read = book;
    }
    if (read === null && is('accepts null as a book')) return send(201, shaped(book));
    const problem = findProblem(read, is);
    if (problem === 500) return bad(500);
    if (problem !== undefined) return bad(400);
    const own = { ...book, ...fieldsOf(read), id: 100 + added.size + removed.size };
    added.set(own.id, own);
    send(201, shaped(own));
  };

  function shaped(book: Record<string, unknown>) {
    if (is('an extra field')) return { ...book, shelf: 3 };
    const { title: _, ...untitled } = book;
    return is('a missing field') ? untitled : book;
  }
}

// The fields that a book shows and that its sender chooses.
function fieldsOf(read: unknown): Record<string, unknown> {
  const names = ['title', 'subtitle', 'price', 'tags', 'format'];
  return Object.fromEntries(Object.entries(Object(read)).filter(([name]) => names.includes(name)));
}

function findProblem(book: unknown, is: (one: Defect) => boolean): string | 500 | undefined {
  if (typeof book !== 'object' || book === null || Array.isArray(book)) return 'not an object';
  // Each field is checked below.
  const { title, subtitle, price, tags, format, secretNote, id, addedAt, ...others } =
    book as Record<string, unknown>;
  if (Object.keys(others).length > 0 && !is('accepts an unknown field')) return 'unknown';
  if (typeof title !== 'string')
    return is('accepts a number as title') && typeof title === 'number' ? undefined : 'title';
  if (is('fails for a quote in a title') && title.includes("'")) return 500;
  if ([...title].length < 1 || [...title].length > 80) return 'title';
  if (subtitle !== undefined && subtitle !== null && typeof subtitle !== 'string')
    return 'subtitle';
  if (typeof price !== 'number' || price < 0 || (price === 0 && !is('accepts a price of 0')))
    return 'price';
  if (secretNote !== undefined && typeof secretNote !== 'string') return 'note';
  if (id !== undefined && !Number.isInteger(id)) return 'id';
  if (addedAt !== undefined && typeof addedAt !== 'string') return 'addedAt';
  if (tags !== undefined) {
    if (!Array.isArray(tags) || tags.length > 3) return 'tags';
    if (!tags.every((tag) => typeof tag === 'string' && /^[a-z]+$/.test(tag))) return 'tags';
    if (new Set(tags).size < tags.length && !is('accepts the same tag twice')) return 'tags';
  }
  if (is('accepts any format') && typeof format === 'object') return undefined;
  if (typeof format !== 'object' || format === null) return 'format';
  const { kind, pages, minutes } = format as Record<string, unknown>;
  if (is('rejects an example') && kind === 'sound') return 'sound';
  const amount = kind === 'paper' ? pages : kind === 'sound' ? minutes : undefined;
  return Number.isInteger(amount) && Number(amount) >= 1 ? undefined : 'format';
}
