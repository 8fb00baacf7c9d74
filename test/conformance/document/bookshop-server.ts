import type { IncomingMessage, ServerResponse } from 'node:http';

/** What the shop does wrong, one at a time. */
export type Break =
  | 'any key opens'
  | 'a prefix of the key opens'
  | 'the key opens in any case'
  | 'no key is needed'
  | 'an undeclared success'
  | 'an undeclared content type'
  | 'a member of another type'
  | 'a missing member'
  | 'a member too many'
  | 'a missing header'
  | 'a header of another type'
  | 'takes a book without title'
  | 'takes an unknown member'
  | 'takes a price of nothing'
  | 'takes a long title'
  | 'takes a number as title'
  | 'takes tags in capitals'
  | 'takes the same tag twice'
  | 'takes no format at all'
  | 'takes null as book'
  | 'takes half a body'
  | 'takes any content type'
  | 'takes a limit beyond the maximum'
  | 'takes a word as id'
  | 'refuses an example'
  | 'refuses a long title'
  | 'fails at a quote in a title'
  | 'fails at letters in the path'
  | 'fails at large bodies'
  | 'answers an undeclared method'
  | 'forgets Allow'
  | 'sends more than it announced'
  | 'names a member twice';

export const key = 'a-key-of-the-shop';
export const staff = 'ada:a-password-1815';

/** A bookshop that keeps bookshop-3.0.yaml to the letter, but for one break. */
export function bookshop(broken?: Break) {
  const is = (one: Break) => broken === one;

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const send = (status: number, body?: unknown, headers: Record<string, string> = {}) => {
      const type = is('an undeclared content type') ? 'text/html' : 'application/json';
      let text = body === undefined ? '' : JSON.stringify(body);
      if (is('names a member twice')) text = text.replace('"title":', '"title":"x","title":');
      if (body === undefined) response.writeHead(status, headers).end();
      else
        response
          .writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text), ...headers })
          .end(text);
      if (is('sends more than it announced') && status === 200) response.socket?.write('x');
    };
    const bad = (status: number, headers = {}) => send(status, { problem: 'Something was wrong.' }, headers);
    const url = new URL(request.url ?? '/', 'http://localhost');
    const id = /^\/books\/([^/]+)$/.exec(url.pathname)?.[1];
    const onShelf = url.pathname === '/books';
    if (!onShelf && id === undefined) return bad(404);
    if (is('answers an undeclared method') && request.method === 'PATCH') return send(200, {});
    const allowed = onShelf ? ['GET', 'POST'] : ['GET', 'DELETE'];
    if (!allowed.includes(request.method ?? ''))
      return bad(405, is('forgets Allow') ? {} : { allow: allowed.join(', ') });

    if (request.method === 'DELETE') {
      if (request.headers.authorization !== `Basic ${Buffer.from(staff).toString('base64')}`) return bad(401);
      return /^[1-9]\d{0,15}$/.test(id ?? '') ? send(204) : bad(400);
    }
    const given = String(request.headers['x-api-key'] ?? '');
    const opens =
      given === key ||
      is('no key is needed') ||
      (is('any key opens') && given !== '') ||
      (is('a prefix of the key opens') && given.length > 4 && key.startsWith(given)) ||
      (is('the key opens in any case') && given.toLowerCase() === key);
    if (!opens) return bad(401);

    const book = { id: 7, title: 'Emma', price: 12.5, format: { kind: 'paper', pages: 300 } };
    if (id !== undefined) {
      if (is('fails at letters in the path') && /%C5/.test(id)) return bad(500);
      if (!/^[1-9]\d{0,15}$/.test(id) && !is('takes a word as id')) return bad(400);
      return send(200, shaped(book));
    }
    if (request.method === 'GET') {
      const limit = url.searchParams.get('limit');
      const most = is('takes a limit beyond the maximum') ? 1e9 : 100;
      if (limit !== null && !(/^\d+$/.test(limit) && +limit >= 1 && +limit <= most)) return bad(400);
      const genres = url.searchParams.get('genres');
      if (genres !== null && !genres.split(',').every((one) => /^(crime|poetry)$/.test(one))) return bad(400);
      const total = is('a header of another type') ? 'many' : '1';
      return send(
        200,
        { items: [shaped(book)], next: null },
        is('a missing header') ? {} : { 'x-total': total },
      );
    }

    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    if (body.length > 1_000_000) return bad(is('fails at large bodies') ? 500 : 413);
    if (
      !/^application\/json\b(?!x)/.test(String(request.headers['content-type'])) &&
      !is('takes any content type')
    )
      return bad(415);
    let read: unknown;
    try {
      read = JSON.parse(body.toString());
    } catch {
      if (!is('takes half a body')) return bad(400);
      read = book;
    }
    if (read === null && is('takes null as book')) return send(201, shaped(book));
    const problem = whatIsWrong(read, is);
    if (problem === 500) return bad(500);
    if (problem !== undefined) return bad(400);
    send(is('an undeclared success') ? 202 : 201, shaped(book));
  };

  function shaped(book: Record<string, unknown>) {
    if (is('a member of another type')) return { ...book, price: '12.50' };
    if (is('a member too many')) return { ...book, shelf: 3 };
    const { title: _, ...untitled } = book;
    return is('a missing member') ? untitled : book;
  }
}

function whatIsWrong(book: unknown, is: (one: Break) => boolean): string | 500 | undefined {
  if (typeof book !== 'object' || book === null || Array.isArray(book)) return 'not an object';
  // Every member is looked at as what it is.
  const { title, subtitle, price, tags, format, secretNote, id, addedAt, ...others } = book as Record<
    string,
    unknown
  >;
  if (title === undefined && is('takes a book without title')) return undefined;
  if (Object.keys(others).length > 0 && !is('takes an unknown member')) return 'unknown';
  if (typeof title !== 'string')
    return is('takes a number as title') && typeof title === 'number' ? undefined : 'title';
  if (is('fails at a quote in a title') && title.includes("'")) return 500;
  if (is('refuses a long title') && [...title].length > 60) return 'title';
  if ([...title].length < 1 || ([...title].length > 80 && !is('takes a long title'))) return 'title';
  if (subtitle !== undefined && subtitle !== null && typeof subtitle !== 'string') return 'subtitle';
  if (typeof price !== 'number' || price < 0 || (price === 0 && !is('takes a price of nothing')))
    return 'price';
  if (secretNote !== undefined && typeof secretNote !== 'string') return 'note';
  if (id !== undefined && !Number.isInteger(id)) return 'id';
  if (addedAt !== undefined && typeof addedAt !== 'string') return 'addedAt';
  if (tags !== undefined) {
    if (!Array.isArray(tags) || tags.length > 3) return 'tags';
    const letters = is('takes tags in capitals') ? /^[a-z]+$/i : /^[a-z]+$/;
    if (!tags.every((tag) => typeof tag === 'string' && letters.test(tag))) return 'tags';
    if (new Set(tags).size < tags.length && !is('takes the same tag twice')) return 'tags';
  }
  if (is('takes no format at all') && typeof format === 'object') return undefined;
  if (typeof format !== 'object' || format === null) return 'format';
  const { kind, pages, minutes } = format as Record<string, unknown>;
  if (is('refuses an example') && kind === 'sound') return 'sound';
  const amount = kind === 'paper' ? pages : kind === 'sound' ? minutes : undefined;
  return Number.isInteger(amount) && Number(amount) >= 1 ? undefined : 'format';
}
