import { Ajv2020 } from 'ajv/dist/2020.js';
import { jsonListener, objectIn, type Reply } from '../../json-listener.ts';
import { admissions, type Trait } from './library-document.ts';

interface Book {
  readonly id: number;
  readonly owner: string;
  fields: Record<string, unknown>;
  isDeleted: boolean;
  reads: number;
}

export const tokens = { ada: 'token-of-ada-1815', bob: 'token-of-bob-1854' };

const text = { type: 'string', minLength: 1 };
const isValid = new Ajv2020().compile({
  type: 'object',
  properties: {
    ...{ title: { ...text, maxLength: 40 }, author: text, pages: { type: 'integer', minimum: 1 } },
    ...{ note: { type: 'string' }, shelf: { type: 'string' } },
  },
});

/** A library of private books. */
export function library(...traits: readonly Trait[]) {
  const is = (one: Trait | undefined) => one !== undefined && traits.includes(one);
  const books = new Map<number, Book>();
  let lastId = 40;

  const listener = jsonListener(({ method, path, headers, json }) => {
    const body = objectIn(json);
    const isJson = /^application\/(json|merge-patch\+json)\b(?!x)/.test(
      String(headers['content-type']),
    );
    const { authorization } = headers;
    const [user] =
      Object.entries(tokens).find(([, token]) => authorization === `Bearer ${token}`) ?? [];
    const id = Number(/^\/books\/(\d{1,9})$/.exec(path)?.[1] ?? Number.NaN);
    const found = books.get(id);
    const isAdmitted = found !== undefined && is(admissions[method]?.nobody);
    if (user === undefined && !isAdmitted) return [401];

    if (method === 'POST' && ['/books', '/acquisitions'].includes(path)) {
      if (!isJson) return [415];
      if (!isBook(body)) return [400];
      if (is('allows no letters beyond the alphabet') && !/^[a-z]*$/i.test(String(body.title)))
        return [400];
      const isTaken = [...books.values()].some(({ fields }) => fields.title === body.title);
      if (is('requires new titles') && isTaken) return [409];
      lastId += is('forgets what it creates') && lastId > 40 ? 0 : 1;
      const book = added(lastId, user, body);
      if (!is('loses what is created')) books.set(book.id, book);
      return [is('creates with 200') ? 200 : 201, shown(book)];
    }
    if (!/^\/books\/[^/]+$/.test(path)) return [404];
    if (!['GET', 'PUT', 'PATCH', 'DELETE'].includes(method))
      return [405, undefined, { allow: 'GET' }];
    if (is('forgets what it creates'))
      return method === 'DELETE' ? [204] : [200, { data: { id: 41, title: 'Emma' } }];
    const isGone = found === undefined || (found.isDeleted && !is('marks what is deleted'));
    if (isGone) return respondGone();
    if (user !== undefined && user !== found.owner && !is(admissions[method]?.other)) {
      if (is('rejects others after deleting') && method === 'DELETE') books.delete(id);
      if (is('returns 204 to others') && method === 'DELETE') return [204];
      if (is('returns 200 with an error to others'))
        return [200, { error: 'not yours', data: null }];
      return [is('returns 403 to others') ? 403 : 404];
    }
    if (method === 'GET') {
      found.reads += 1;
      if (is('reads from a slow copy') && found.reads < 3) return [404];
      const isOther = is('shows the fields of another book');
      const other = { data: { id, title: 'Ulysses', author: 'Joyce', pages: 1 } };
      return [200, isOther ? other : shown(found), { etag: tagOf(found) }];
    }
    if (method === 'DELETE') {
      if (is('keeps what is deleted')) return [204];
      if (is('marks what is deleted') || is('changes what is deleted')) found.isDeleted = true;
      else books.delete(id);
      return [204];
    }
    if (!isJson) return [415];
    const isNeeded = is('requires If-Match') || 'if-match' in headers;
    if (isNeeded && method === 'PATCH' && ![tagOf(found), '*'].includes(headers['if-match'] ?? ''))
      return ['if-match' in headers ? 412 : 428];
    if (body === undefined || (method === 'PUT' && !isBook(body)) || !isValid(body)) return [400];
    if (method === 'PUT') found.fields = {};
    if (is('clears what is replaced') && method === 'PUT') return [200, shown(found)];
    const sent = stored(body);
    if (is('ignores pages') && method === 'PATCH') delete sent.pages;
    Object.assign(found.fields, sent);
    return [200, shown(found)];

    function respondGone(): Reply {
      if (method === 'DELETE' && is('fails at a second deletion')) return [500];
      if (method === 'DELETE' && is('returns 204 for what is gone')) return [204];
      const isUpsert =
        (method === 'PUT' && is('creates with PUT')) ||
        (method === 'PATCH' && is('creates with PATCH'));
      if (isUpsert && body !== undefined && isValid(body)) {
        const book = added(id, user, body);
        books.set(id, book);
        return [200, shown(book)];
      }
      if (found !== undefined && method === 'PATCH' && body !== undefined && isValid(body)) {
        Object.assign(found.fields, body);
        return [200, shown(found)];
      }
      return [is('returns 410 for what is gone') ? 410 : 404];
    }
  });
  return { listener, left: () => [...books.values()].filter(({ isDeleted }) => !isDeleted).length };

  function added(id: number, user: string | undefined, body: Record<string, unknown>): Book {
    return {
      id,
      owner: user ?? '',
      fields: { shelf: 'main', ...stored(body) },
      isDeleted: false,
      reads: 0,
    };
  }

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
    const found = is('shows what it finds in its catalogue')
      ? { author: 'Jane Austen (1775-1817)' }
      : {};
    return {
      data: {
        id,
        ...others,
        ...masked,
        ...found,
        ...title,
        ...counted,
        ...(isDeleted && { deleted: true }),
      },
    };
  }
}

function isBook(body: Record<string, unknown> | undefined): body is Record<string, unknown> {
  return body !== undefined && body.title !== undefined && isValid(body);
}

function tagOf({ fields }: Book): string {
  return `"${Buffer.from(JSON.stringify(fields)).toString('base64url')}"`;
}
