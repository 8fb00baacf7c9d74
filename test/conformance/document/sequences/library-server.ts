import type { IncomingMessage, ServerResponse } from 'node:http';
import { admissions, type Trait } from './library-document.ts';

interface Book {
  readonly id: number;
  readonly owner: string;
  fields: Record<string, unknown>;
  isDeleted: boolean;
  reads: number;
}

export const tokens = { ada: 'token-of-ada-1815', bob: 'token-of-bob-1854' };

/** A library of private books. */
export function library(...traits: readonly Trait[]) {
  const is = (one: Trait | undefined) => one !== undefined && traits.includes(one);
  const books = new Map<number, Book>();
  let lastId = 40;

  const listener = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const send = (status: number, body?: unknown, headers: Record<string, string> = {}) => {
      if (body === undefined) response.writeHead(status, headers).end();
      else
        response
          .writeHead(status, { 'content-type': 'application/json', ...headers })
          .end(JSON.stringify(body));
    };
    const text = await readText(request);
    const body = parse(text);
    const url = new URL(request.url ?? '/', 'http://library');
    const isJson = /^application\/(json|merge-patch\+json)\b(?!x)/.test(
      String(request.headers['content-type']),
    );
    const user = userOf(request.headers.authorization);
    const method = request.method ?? '';
    const id = Number(/^\/books\/(\d{1,9})$/.exec(url.pathname)?.[1] ?? Number.NaN);
    const found = books.get(id);
    const isAdmitted = found !== undefined && is(admissions[method]?.nobody);
    if (user === undefined && !isAdmitted) return send(401);

    if (method === 'POST' && ['/books', '/acquisitions'].includes(url.pathname)) {
      if (!isJson) return send(415);
      if (!isBook(body)) return send(400);
      if (is('allows no letters beyond the alphabet') && !/^[a-z]*$/i.test(String(body.title)))
        return send(400);
      const isTaken = [...books.values()].some(({ fields }) => fields.title === body.title);
      if (is('requires new titles') && isTaken) return send(409);
      lastId += is('forgets what it creates') && lastId > 40 ? 0 : 1;
      const book = {
        id: lastId,
        owner: user ?? '',
        fields: { shelf: 'main', ...stored(body) },
        isDeleted: false,
        reads: 0,
      };
      if (!is('loses what is created')) books.set(book.id, book);
      return send(is('creates with 200') ? 200 : 201, shown(book));
    }
    if (!/^\/books\/[^/]+$/.test(url.pathname)) return send(404);
    if (!['GET', 'PUT', 'PATCH', 'DELETE'].includes(method)) return send(405, undefined, { allow: 'GET' });
    if (is('forgets what it creates'))
      return method === 'DELETE' ? send(204) : send(200, { data: { id: 41, title: 'Emma' } });
    const isGone = found === undefined || (found.isDeleted && !is('marks what is deleted'));
    if (isGone) return respondGone();
    if (user !== undefined && user !== found.owner && !is(admissions[method]?.other)) {
      if (is('rejects others after deleting') && method === 'DELETE') books.delete(id);
      if (is('returns 204 to others') && method === 'DELETE') return send(204);
      if (is('returns 200 with an error to others')) return send(200, { error: 'not yours', data: null });
      return send(is('returns 403 to others') ? 403 : 404);
    }
    if (method === 'GET') {
      found.reads += 1;
      if (is('reads from a slow copy') && found.reads < 3) return send(404);
      const isOther = is('shows the fields of another book');
      return send(
        200,
        isOther ? { data: { id, title: 'Ulysses', author: 'Joyce', pages: 1 } } : shown(found),
        {
          etag: tagOf(found),
        },
      );
    }
    if (method === 'DELETE') {
      if (is('keeps what is deleted')) return send(204);
      if (is('marks what is deleted') || is('changes what is deleted')) found.isDeleted = true;
      else books.delete(id);
      return send(204);
    }
    if (!isJson) return send(415);
    if (is('requires If-Match') && method === 'PATCH' && request.headers['if-match'] !== tagOf(found))
      return send(428);
    if (body === undefined || (method === 'PUT' && !isBook(body)) || !isValid(body)) return send(400);
    const isLost = is(method === 'PUT' ? 'loses replacements' : 'loses changes');
    if (method === 'PUT' && !isLost) found.fields = {};
    if (is('clears what is replaced') && method === 'PUT') return send(200, shown(found));
    const ignored = is('ignores pages') && method === 'PATCH' ? 'pages' : '';
    if (!isLost) Object.assign(found.fields, without(stored(body), ignored));
    return send(200, shown(found));

    function respondGone() {
      if (method === 'DELETE' && is('fails at a second deletion')) return send(500);
      if (method === 'DELETE' && is('returns 204 for what is gone')) return send(204);
      const isUpsert =
        (method === 'PUT' && is('creates with PUT')) || (method === 'PATCH' && is('creates with PATCH'));
      if (isUpsert && body !== undefined && isValid(body)) {
        const book = {
          id,
          owner: user ?? '',
          fields: { shelf: 'main', ...stored(body) },
          isDeleted: false,
          reads: 0,
        };
        books.set(id, book);
        return send(200, shown(book));
      }
      if (found !== undefined && method === 'PATCH' && body !== undefined && isValid(body)) {
        Object.assign(found.fields, body);
        return send(200, shown(found));
      }
      return send(is('returns 410 for what is gone') ? 410 : 404);
    }
  };
  return { listener, left: () => [...books.values()].filter(({ isDeleted }) => !isDeleted).length };

  function stored(body: Record<string, unknown>): Record<string, unknown> {
    // The server gives books their ids, whatever a request says.
    const { id: _, title, ...others } = body;
    if (title === undefined) return others;
    if (is('stores titles in capitals')) return { ...others, title: String(title).toUpperCase() };
    return { ...others, title: is('shortens titles') ? String(title).slice(0, 3) : title };
  }

  function shown({ id, fields, isDeleted, reads }: Book) {
    const { note, ...others } = fields;
    const masked = is('masks notes') && note !== undefined ? { note: '***' } : {};
    const title = is('shows another title than it stored') && reads > 0 ? { title: 'Ulysses' } : {};
    const counted = is('counts reads') ? { reads } : {};
    const found = is('shows what it finds in its catalogue') ? { author: 'Jane Austen (1775-1817)' } : {};
    return {
      data: { id, ...others, ...masked, ...found, ...title, ...counted, ...(isDeleted && { deleted: true }) },
    };
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function userOf(authorization: string | undefined): string | undefined {
  return Object.entries(tokens).find(([, token]) => authorization === `Bearer ${token}`)?.[0];
}

function isBook(body: Record<string, unknown> | undefined): body is Record<string, unknown> {
  return body !== undefined && body.title !== undefined && isValid(body);
}

function isValid({ title, author, pages, note, shelf }: Record<string, unknown>): boolean {
  const isText = (value: unknown, most: number) =>
    value === undefined || (typeof value === 'string' && value.length > 0 && [...value].length <= most);
  const hasPages = pages === undefined || (Number.isInteger(pages) && Number(pages) >= 1);
  return (
    isText(title, 40) &&
    isText(author, 1e6) &&
    hasPages &&
    [note, shelf].every((one) => one === undefined || typeof one === 'string')
  );
}

function tagOf({ fields }: Book): string {
  return `"${Buffer.from(JSON.stringify(fields)).toString('base64url')}"`;
}

function without(fields: Record<string, unknown>, name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([one]) => one !== name));
}
