import { randomUUID } from 'node:crypto';
import { jsonListener, objectIn, type Received, type Reply } from '../json-listener.ts';

const text = { type: 'string', minLength: 1, maxLength: 60 };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const problem = { description: 'A problem.', ...json(ref('Problem')) };
const id = { name: 'albumId', in: 'path', required: true, schema: { type: 'string' } };
const fields = {
  title: text,
  genre: { type: 'string', enum: ['jazz', 'folk', 'rock'] },
  minutes: { type: 'integer', minimum: 1, maximum: 600 },
  labels: { type: 'array', items: text, maxItems: 4 },
};

const whole = {
  openapi: '3.1.0',
  info: { title: 'Albums', version: '1' },
  paths: {
    '/albums': {
      get: {
        operationId: 'listAlbums',
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 50 } },
          { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 99 } },
          { name: 'genre', in: 'query', schema: fields.genre },
        ],
        responses: {
          200: {
            description: 'Albums.',
            ...json({
              type: 'object',
              properties: {
                total: { type: 'integer' },
                items: { type: 'array', items: ref('Album') },
              },
            }),
          },
          422: problem,
        },
      },
      post: {
        operationId: 'addAlbum',
        requestBody: { required: true, ...json(ref('NewAlbum')) },
        responses: { 201: { description: 'Added.', ...json(ref('Album')) }, 422: problem },
      },
    },
    '/albums/{albumId}': {
      parameters: [id],
      get: {
        operationId: 'getAlbum',
        responses: { 200: { description: 'An album.', ...json(ref('Album')) }, 404: problem },
      },
      put: {
        operationId: 'replaceAlbum',
        requestBody: { required: true, ...json(ref('NewAlbum')) },
        responses: {
          200: { description: 'Replaced.', ...json(ref('Album')) },
          404: problem,
          422: problem,
        },
      },
      delete: {
        operationId: 'removeAlbum',
        responses: { 204: { description: 'Removed.' }, 404: problem },
      },
    },
    '/albums/{albumId}/reviews': {
      parameters: [id],
      get: {
        operationId: 'listReviews',
        responses: {
          200: { description: 'Reviews.', ...json({ type: 'array', items: ref('Review') }) },
          404: problem,
        },
      },
      post: {
        operationId: 'addReview',
        requestBody: { required: true, ...json(ref('NewReview')) },
        responses: {
          201: { description: 'Added.', ...json(ref('Review')) },
          404: problem,
          422: problem,
        },
      },
    },
    '/albums/{albumId}/reviews/{reviewId}': {
      parameters: [
        id,
        { name: 'reviewId', in: 'path', required: true, schema: { type: 'string' } },
      ],
      delete: {
        operationId: 'removeReview',
        responses: { 204: { description: 'Removed.' }, 404: problem },
      },
    },
  },
  components: {
    schemas: {
      NewAlbum: {
        type: 'object',
        additionalProperties: false,
        required: ['title', 'genre'],
        properties: fields,
      },
      Album: {
        type: 'object',
        required: ['id', 'title', 'genre'],
        properties: { id: {}, ...fields, addedAt: { type: 'string', format: 'date-time' } },
      },
      NewReview: {
        type: 'object',
        additionalProperties: false,
        required: ['words', 'stars'],
        properties: { words: text, stars: { type: 'integer', minimum: 1, maximum: 5 } },
      },
      Review: {
        type: 'object',
        required: ['id', 'words', 'stars'],
        properties: { id: {}, albumId: {}, words: text, stars: { type: 'integer' } },
      },
      Problem: {
        type: 'object',
        required: ['code'],
        properties: { code: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
};

/** Albums, each with reviews. */
export const document = JSON.stringify(whole);

/** Albums alone, which take half the requests. */
export const albumsDocument = JSON.stringify({
  ...whole,
  paths: {
    '/albums': whole.paths['/albums'],
    '/albums/{albumId}': whole.paths['/albums/{albumId}'],
  },
});

/** What a later version may do differently. */
export interface Version {
  /** Identifies what is added. @default a UUID */
  readonly newId?: (count: number, isFree: (id: string) => boolean) => string;
  /** In which order lists show what there is. @default the order in which it was added */
  readonly inOrder?: <Item>(items: readonly Item[]) => readonly Item[];
  /** How many albums others have added. @default 1 */
  readonly others?: number;
  /** Changes what an album looks like. */
  readonly showAlbum?: (album: Album) => object;
  readonly showReview?: (review: Album) => object;
  /** Which text an error has. */
  readonly message?: string;
  readonly ignoresGenre?: boolean;
  readonly keepsRemoved?: boolean;
  readonly refusesRemoval?: boolean;
  /** Whether a title is taken, given those of the albums that were added before. @default none is */
  readonly isTaken?: (title: string, titles: readonly string[]) => boolean;
  /** Called with each request. */
  readonly onRequest?: (received: Received) => unknown;
}

type Album = Record<string, unknown>;

/** A server with albums of others, and what is on it. */
export function library({
  newId = () => randomUUID(),
  inOrder = (items) => items,
  others = 1,
  showAlbum = (album) => album,
  showReview = (review) => review,
  message = 'No such album.',
  ...version
}: Version = {}) {
  const albums = new Map<string, Album>();
  const reviews = new Map<string, Album[]>();
  const titles: string[] = [];
  let count = 0;
  const isFree = (id: string) =>
    !albums.has(id) && ![...reviews.values()].flat().some((review) => review.id === id);
  const add = (given: Album): Album => {
    count += 1;
    const album = {
      id: newId(count, (one) => !albums.has(one)),
      ...given,
      addedAt: new Date().toISOString(),
    };
    albums.set(String(album.id), album);
    return album;
  };
  for (let at = 0; at < others; at += 1) add({ title: `Album ${at} of others`, genre: 'folk' });

  const isText = (value: unknown) =>
    typeof value === 'string' && value.length > 0 && value.length <= 60;
  const isWithin = (value: unknown, most: number) =>
    Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most;
  const invalid: Reply = [422, { code: 'invalid', message: `The request is invalid. ${message}` }];
  const hasOnly = (given: Album, names: readonly string[]) =>
    Object.keys(given).every((name) => names.includes(name));
  const isGenre = (value: unknown) => ['jazz', 'folk', 'rock'].includes(String(value));
  const isAlbum = (given: Album) =>
    hasOnly(given, ['title', 'genre', 'minutes', 'labels']) &&
    isText(given.title) &&
    typeof given.genre === 'string' &&
    isGenre(given.genre) &&
    (given.minutes === undefined || isWithin(given.minutes, 600)) &&
    (given.labels === undefined ||
      (Array.isArray(given.labels) && given.labels.length <= 4 && given.labels.every(isText)));

  const list = (query: URLSearchParams): Reply => {
    const [limit, genre] = [query.get('limit'), query.get('genre')];
    const page = query.get('page') ?? '1';
    if (!/^[1-9]\d?$/.test(page)) return invalid;
    if (limit !== null && (!/^\d+$/.test(limit) || !isWithin(Number(limit), 50))) return invalid;
    if (genre !== null && !isGenre(genre)) return invalid;
    const found = inOrder([...albums.values()]).filter(
      (album) => genre === null || version.ignoresGenre || album.genre === genre,
    );
    const size = Number(limit ?? 50);
    const items = found.slice((Number(page) - 1) * size).slice(0, size);
    return [
      200,
      { ...(!query.has('page') && { total: found.length }), items: items.map(showAlbum) },
    ];
  };

  const respond = (received: Received): Reply => {
    version.onRequest?.(received);
    const { method, path, query, json } = received;
    const given = objectIn(json);
    if (path === '/albums' && method === 'GET') return list(query);
    if (path === '/albums' && method === 'POST') {
      if (!given || !isAlbum(given)) return invalid;
      const title = String(given.title);
      if (version.isTaken?.(title, titles)) return [409, { code: 'taken', message }];
      titles.push(title);
      return [201, showAlbum(add(given))];
    }
    const [, key = '', below, review] =
      /^\/albums\/([^/]+)(\/reviews)?(?:\/([^/]+))?$/.exec(path) ?? [];
    const album = albums.get(key);
    if (album === undefined) return [404, { code: 'not_found', message }];
    const own = reviews.get(key) ?? [];
    if (below && review !== undefined) {
      const left = own.filter((one) => one.id !== review);
      if (method !== 'DELETE' || left.length === own.length)
        return [404, { code: 'not_found', message: 'No such review.' }];
      reviews.set(key, left);
      return [204];
    }
    if (below && method === 'GET') return [200, inOrder(own).map(showReview)];
    if (below && method === 'POST') {
      const isValid =
        given &&
        hasOnly(given, ['words', 'stars']) &&
        isText(given.words) &&
        isWithin(given.stars, 5);
      if (!isValid) return invalid;
      count += 1;
      const added = { id: newId(count, isFree), albumId: key, ...given };
      reviews.set(key, [...own, added]);
      return [201, showReview(added)];
    }
    if (method === 'GET') return [200, showAlbum(album)];
    if (method === 'PUT') {
      if (!given || !isAlbum(given)) return invalid;
      const changed = { id: album.id, ...given, addedAt: album.addedAt };
      albums.set(key, changed);
      return [200, showAlbum(changed)];
    }
    if (method !== 'DELETE') return [405, { code: 'not_allowed', message: 'Not here.' }];
    if (version.refusesRemoval) return [403, { code: 'kept', message }];
    if (!version.keepsRemoved) albums.delete(key);
    return [204];
  };

  return {
    listener: jsonListener(respond),
    titles: () => [...albums.values()].map((it) => it.title),
  };
}
