import { jsonListener, objectIn, type Reply } from '../../json-listener.ts';

/** What the desk does wrong, one at a time, and the check that finds it. */
export const checkOf = {
  'keeps the ETag': 'document/etag-follows/getTicket',
  'returns 304 for an old ETag': 'document/etag-follows/getTicket',
  'accepts an old ETag': 'document/stale-is-rejected/changeTicket',
  'deletes with an old ETag': 'document/stale-is-rejected/removeTicket',
  'changes with an old ETag': 'document/stale-is-rejected/changeTicket',
  'sends another Location': 'document/location-leads/addTicket',
  'stores a part of what it rejects': 'document/rejected-changes-nothing/changeTicket',
  'forgets the cancellation': 'document/action-is-stored/cancelTicket',
  'changes what it rejects to close': 'document/action-is-stored/closeTicket',
  'has another default': 'document/default-applies/addTicket',
  'lets the client choose the owner': 'document/server-fields-are-ignored/addTicket',
  'lets the client set the time': 'document/server-fields-are-ignored/addTicket',
  'shows a password': 'document/undeclared-secret',
} as const;
export type Fault = keyof typeof checkOf;

/** What only a note says, or nothing. */
export const observed = {
  'keeps in PUT what is not sent': 'document/put-replaces/replaceTicket',
  'changes the time of the creation': 'document/times-follow/changeTicket',
} as const;
export type Trait = Fault | keyof typeof observed;

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string', minLength: 1, maxLength: 60 };
const sent = {
  title: text,
  note: text,
  seats: { type: 'integer', minimum: 1, maximum: 9 },
  priority: { type: 'string', enum: ['low', 'normal', 'high'], default: 'normal' },
};

export function ticketDocument(): string {
  const shown = {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      ...sent,
      status: { type: 'string', enum: ['open', 'cancelled', 'closed'] },
      createdAt: { type: 'string', format: 'date-time', readOnly: true },
      updatedAt: { type: 'string', format: 'date-time', readOnly: true },
      owner: { type: 'string' },
    },
    required: ['id', 'title'],
  };
  const body = (required: readonly string[]) => ({
    required: true,
    ...json({ type: 'object', properties: sent, required }),
  });
  const no = { '4XX': { description: 'No.' } };
  const ok = { 200: { description: 'The ticket.', ...json(shown) }, ...no };
  const precondition = { name: 'If-Match', in: 'header', schema: { type: 'string' } };
  const act = (operationId: string) => ({ post: { operationId, responses: ok } });
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Desk', version: '1' },
    paths: {
      '/tickets': {
        post: {
          operationId: 'addTicket',
          requestBody: body(['title', 'seats']),
          responses: { 201: { description: 'The ticket.', ...json(shown) }, ...no },
        },
      },
      '/tickets/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: {
          operationId: 'getTicket',
          responses: { ...ok, 304: { description: 'Not modified.' } },
        },
        put: {
          operationId: 'replaceTicket',
          requestBody: body(['title', 'seats']),
          responses: ok,
        },
        patch: {
          operationId: 'changeTicket',
          parameters: [precondition],
          requestBody: body([]),
          responses: ok,
        },
        delete: {
          operationId: 'removeTicket',
          parameters: [precondition],
          responses: { 204: { description: 'Gone.' }, ...no },
        },
      },
      '/tickets/{id}/cancel': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        ...act('cancelTicket'),
      },
      '/tickets/{id}/close': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        ...act('closeTicket'),
      },
    },
  });
}

type Ticket = Record<string, unknown>;

/** A desk that follows the document exactly, except for one thing. */
export function ticketServer(trait?: Trait) {
  const is = (one: Trait) => trait === one;
  const tickets = new Map<number, { ticket: Ticket; version: number }>();
  let last = 0;
  const time = () => new Date(1_700_000_000_000 + 1000 * last).toISOString();
  const tagOf = (version: number) => (is('keeps the ETag') ? '"1"' : `"${version}"`);
  const show = (status: number, id: number, headers = {}): Reply => {
    const { ticket, version } = tickets.get(id) ?? { ticket: {}, version: 0 };
    const secret = is('shows a password') ? { passwordHash: '$2b$10$abcdefghijklmnop' } : {};
    return [status, { ...ticket, ...secret }, { etag: tagOf(version), ...headers }];
  };
  const isValid = (body: Ticket, needed: readonly string[]) =>
    needed.every((name) => name in body) &&
    ['title', 'note'].every((name) => !(name in body) || isText(body[name])) &&
    (!('seats' in body) || isSeats(body.seats)) &&
    (!('priority' in body) || sent.priority.enum.includes(String(body.priority)));
  const own = (body: Ticket) =>
    Object.fromEntries(Object.entries(body).filter(([name]) => name in sent));

  const listener = jsonListener(({ method, path, headers, json }) => {
    const [, collection, key, action] =
      /^\/(tickets)(?:\/(\d+))?(?:\/(cancel|close))?$/.exec(path) ?? [];
    if (collection === undefined) return [404, {}];
    const body = objectIn(json) ?? {};
    if (key === undefined) {
      if (method !== 'POST') return [405, {}];
      if (!isValid(body, ['title', 'seats'])) return [422, {}];
      last += 1;
      const priority = is('has another default') ? 'low' : 'normal';
      const owner = is('lets the client choose the owner') ? body.owner : undefined;
      const createdAt = is('lets the client set the time') ? body.createdAt : undefined;
      const ticket = {
        ...{ id: last, priority, status: 'open', owner: owner ?? 'ada' },
        ...{ createdAt: createdAt ?? time(), updatedAt: time() },
        ...own(body),
      };
      tickets.set(last, { ticket, version: 1 });
      const place = is('sends another Location') ? `/ticket/${last}` : `/tickets/${last}`;
      return show(201, last, { location: place });
    }
    const id = Number(key);
    const found = tickets.get(id);
    if (found === undefined) return [404, {}];
    const save = (changes: Ticket) => {
      const ticket = { ...changes, id, updatedAt: time() };
      tickets.set(id, { ticket, version: found.version + 1 });
    };
    if (action !== undefined) {
      if (method !== 'POST') return [405, {}];
      const mayClose = action === 'cancel';
      if (!mayClose) {
        if (is('changes what it rejects to close')) save({ ...found.ticket, status: 'closed' });
        return [409, {}];
      }
      if (is('forgets the cancellation')) return [200, { ...found.ticket, status: 'cancelled' }];
      save({ ...found.ticket, status: 'cancelled' });
      return show(200, id);
    }
    if (method === 'GET') {
      const given = headers['if-none-match'];
      const isOld = is('returns 304 for an old ETag') && given !== undefined;
      return given === tagOf(found.version) || isOld ? [304] : show(200, id);
    }
    const isStale = 'if-match' in headers && headers['if-match'] !== tagOf(found.version);
    if (method === 'DELETE') {
      if (isStale && !is('deletes with an old ETag')) return [412, {}];
      tickets.delete(id);
      return [204];
    }
    if (method !== 'PUT' && method !== 'PATCH') return [405, {}];
    if (!isValid(body, method === 'PUT' ? ['title', 'seats'] : [])) {
      if (is('stores a part of what it rejects') && isText(body.title))
        save({ ...found.ticket, title: body.title });
      return [422, {}];
    }
    const { status, owner, createdAt, priority } = found.ticket;
    const isKept = method === 'PATCH' || is('keeps in PUT what is not sent');
    const kept = isKept
      ? found.ticket
      : { status, owner, createdAt, priority: 'priority' in body ? priority : 'normal' };
    const created = is('changes the time of the creation')
      ? { createdAt: new Date(0).toISOString() }
      : {};
    if (isStale && !is('accepts an old ETag')) {
      if (is('changes with an old ETag')) save({ ...kept, ...own(body) });
      return [412, {}];
    }
    save({ ...kept, ...own(body), ...created });
    return show(200, id);
  });
  return { listener, left: () => tickets.size };
}

const isText = (value: unknown) =>
  typeof value === 'string' && value.length > 0 && value.length <= 60;
const isSeats = (value: unknown) =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 9;
