import { Ajv2020 } from 'ajv/dist/2020.js';
import { isJsonType, jsonListener, objectIn, type Reply } from '../json-listener.ts';

/** What the store does wrong, one at a time, and the check that finds it. */
export const checkOf = {
  'loses a field in POST': 'document/created-is-readable/getPart',
  'loses a field in PUT': 'document/updated-is-readable/replacePart',
  'loses a field in PATCH': 'document/updated-is-readable/changePart',
  'cuts long texts': 'document/created-is-readable/getPart',
  'escapes markup': 'document/created-is-readable/getPart',
  'drops letters beyond ASCII': 'document/updated-is-readable/replacePart',
  'treats 0 as absent': 'document/created-is-readable/getPart',
  'treats false as absent': 'document/updated-is-readable/changePart',
  'drops empty lists': 'document/created-is-readable/getPart',
  'stores null as text': 'document/updated-is-readable/changePart',
  'rounds numbers': 'document/created-is-readable/getPart',
  'loses fields of nested objects': 'document/created-is-readable/getPart',
  'keeps only the first item of a list': 'document/updated-is-readable/replacePart',
  'clears in PATCH what is not sent': 'document/updated-is-readable/changePart',
  'resets in PATCH what is not sent': 'document/updated-is-readable/changePart',
  'changes all records': 'document/updated-is-readable/replacePart',
  'shows the old value': 'document/updated-is-readable/changePart',
  'returns the old value from PUT': 'document/updated-is-readable/replacePart',
  'ignores the id in PUT': 'document/updated-is-readable/replacePart',
  'deletes nothing': 'document/deleted-is-gone/removePart',
  'deletes everything': 'document/deleted-is-gone/removePart',
  'returns any part for an unknown id': 'document/deleted-is-gone/removePart',
  'omits the newest from the list': 'document/created-is-listed/listParts',
  'stores each new part twice': 'document/created-is-listed/listParts',
  'lists old values': 'document/created-is-listed/listParts',
  'accepts any length': 'document/invalid-body/addPart',
  'accepts any number': 'document/invalid-body/replacePart',
  'accepts any code': 'document/invalid-body/changePart',
  'accepts any kind': 'document/invalid-body/replacePart',
  'accepts a part without a kind': 'document/invalid-body/replacePart',
  'rejects a price of 0': 'document/valid-body/replacePart',
  'returns a price as text': 'document/response-schema',
  'returns an undeclared status': 'document/response-status',
  'returns 200 for a new part': 'document/response-status',
  'omits Location': 'document/response-header',
  'returns a malformed Last-Modified': 'document/response-header',
  'fails for an unknown id': 'responses/no-server-error',
} as const;
export type Fault = keyof typeof checkOf;

const text = { type: 'string', minLength: 1, maxLength: 40 };
const fields = {
  name: text,
  code: { type: 'string', pattern: '^[A-Z]{3}-[0-9]{2}$' },
  kind: { type: 'string', enum: ['bolt', 'nut', 'gear'] },
  price: { type: 'number', minimum: 0, maximum: 1000 },
  stock: { type: 'integer', minimum: 0, maximum: 99 },
  active: { type: 'boolean' },
  note: { type: ['string', 'null'], maxLength: 200 },
  tags: { type: 'array', items: text, maxItems: 4 },
  size: {
    type: 'object',
    additionalProperties: false,
    required: ['width'],
    properties: { width: { type: 'integer', minimum: 1 }, unit: text },
  },
};
const required = ['name', 'kind', 'price'];
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const part = (more: object) => ({ type: 'object', additionalProperties: false, ...more });

export function crudDocument({ ids, versioned }: Pick<State, 'ids' | 'versioned'>): string {
  const id =
    ids === 'integers' ? { type: 'integer', minimum: 1 } : { type: 'string', format: 'uuid' };
  const version = versioned ? { version: { type: 'integer', minimum: 1 } } : {};
  const shown = part({ properties: { id, ...version, ...fields }, required: ['id', ...required] });
  const problem = {
    description: 'A problem.',
    ...json(part({ properties: { problem: text }, required: ['problem'] })),
  };
  const ok = {
    description: 'The part.',
    headers: { 'Last-Modified': { required: true, schema: { type: 'string', minLength: 20 } } },
    ...json(shown),
  };
  const body = (schema: object) => ({ required: true, ...json(schema) });
  const whole = body(part({ properties: fields, required }));
  const no = { 400: problem, 404: problem, 405: problem, 409: problem, 415: problem };
  const update = (needed: readonly string[]) =>
    body(
      part({
        properties: { ...version, ...fields },
        required: [...Object.keys(version), ...needed],
      }),
    );
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Parts', version: '1' },
    paths: {
      '/parts': {
        get: {
          operationId: 'listParts',
          responses: {
            200: {
              description: 'All.',
              ...json(
                part({
                  properties: { items: { type: 'array', items: shown } },
                  required: ['items'],
                }),
              ),
            },
          },
        },
        post: {
          operationId: 'addPart',
          requestBody: whole,
          responses: {
            201: {
              ...ok,
              headers: { ...ok.headers, Location: { required: true, schema: { type: 'string' } } },
            },
            ...no,
          },
        },
      },
      '/parts/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: id }],
        get: { operationId: 'getPart', responses: { 200: ok, ...no } },
        put: {
          operationId: 'replacePart',
          requestBody: update(required),
          responses: { 200: ok, ...no },
        },
        patch: {
          operationId: 'changePart',
          requestBody: update([]),
          responses: { 200: ok, ...no },
        },
        delete: { operationId: 'removePart', responses: { 204: { description: 'Gone.' }, ...no } },
      },
    },
  });
}

type Part = Record<string, unknown>;

/** The keywords that a fault leaves out of the schemas by which the server validates. */
const leftOut: Partial<Record<Fault, readonly string[]>> = {
  'accepts any length': ['maxLength'],
  'accepts any number': ['minimum', 'maximum'],
  'accepts any code': ['pattern'],
  'accepts any kind': ['enum'],
};

/** Validate a whole part, and the fields of one that change. */
function validators(fault: Fault | undefined) {
  const ignored = (fault && leftOut[fault]) ?? [];
  const properties = JSON.parse(
    JSON.stringify(fields, (key, value) => (ignored.includes(key) ? undefined : value)),
  );
  const needed = required.filter(
    (name) => name !== 'kind' || fault !== 'accepts a part without a kind',
  );
  const ajv = new Ajv2020();
  return [
    ajv.compile(part({ properties, required: needed })),
    ajv.compile(part({ properties })),
  ] as const;
}

export interface State {
  readonly ids: 'integers' | 'uuids';
  /** Whether an update must send the version that it changes. */
  readonly versioned?: boolean;
  /** Whether it has parts that the run did not create. */
  readonly filled: boolean;
  /** What the list says of another page. */
  readonly page?: object;
  readonly link?: string;
}

/** A store of parts that follows the document exactly, except for one fault. */
export function crudServer({ ids, versioned, filled, page, link }: State, fault?: Fault) {
  const is = (one: Fault) => fault === one;
  const [isPart, isChange] = validators(fault);
  const parts = new Map<string, Part>();
  const before = new Map<string, Part>();
  let count = 0;
  const reset = is('resets in PATCH what is not sent') ? { active: false } : {};
  const add = (own: Part): Part => {
    count += 1;
    const id =
      ids === 'integers' ? count : `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
    const made = { id, ...(versioned && { version: 1 }), ...reset, ...own };
    parts.set(String(id), made);
    return made;
  };
  if (filled)
    for (const name of ['Bolt of another', 'Nut of another', 'Gear of another'])
      add({ name, kind: 'nut', price: 2 });
  const others = JSON.stringify([...parts.values()]);

  const fail = (status: number, headers = {}): Reply => [
    status,
    { problem: `status ${status}` },
    headers,
  ];
  const show = (status: number, one: Part, headers = {}): Reply => {
    const price = is('returns a price as text') ? { price: String(one.price) } : {};
    const date = is('returns a malformed Last-Modified') ? 'now' : 'Thu, 01 Jan 1970 00:00:00 GMT';
    return [status, { ...one, ...price }, { 'last-modified': date, ...headers }];
  };
  const listener = jsonListener((received) => {
    const { method, path } = received;
    const isVersioned = versioned === true && ['PUT', 'PATCH'].includes(method);
    const { version, ...rest } = objectIn(received.json) ?? { version: undefined };
    const body = isVersioned && version !== undefined ? rest : received.json;
    const [, collection, key] = /^\/(parts)(?:\/([^/]+))?$/.exec(path) ?? [];
    if (collection === undefined) return fail(404);
    const allowed = key === undefined ? ['GET', 'POST'] : ['GET', 'PUT', 'PATCH', 'DELETE'];
    if (!allowed.includes(method)) return fail(405, { allow: allowed.join(', ') });
    const wrote = ['POST', 'PUT', 'PATCH'].includes(method);
    const found =
      parts.get(key ?? '') ??
      (is('returns any part for an unknown id') ? [...parts.values()][0] : undefined);
    if (key !== undefined && found === undefined)
      return is('fails for an unknown id') ? [500] : fail(404);
    if (wrote && !isJsonType(received)) return fail(415);
    if (isVersioned && version !== found?.version)
      return fail(Number.isInteger(version) ? 409 : 400);
    const isValid = method === 'PATCH' ? isChange : isPart;
    if (wrote && !(isValid(body) && !(is('rejects a price of 0') && objectIn(body)?.price === 0)))
      return fail(400);

    if (key === undefined && method === 'GET') {
      const all = [...parts.values()];
      const items = is('lists old values')
        ? all.map((one) => before.get(String(one.id)) ?? one)
        : all;
      const shown = is('omits the newest from the list') ? items.slice(0, -1) : items;
      return [200, { items: shown, ...page }, { ...(link && { link }) }];
    }
    if (method === 'POST') {
      const made = add(stored(body, 'POST'));
      if (is('stores each new part twice')) add(stored(body, 'POST'));
      const location = is('omits Location') ? {} : { location: `/parts/${made.id}` };
      return show(is('returns 200 for a new part') ? 200 : 201, made, location);
    }
    if (found === undefined) return fail(404);
    const id = String(found.id);
    if (method === 'GET')
      return show(200, is('shows the old value') ? (before.get(id) ?? found) : found);
    if (method === 'DELETE') {
      if (is('deletes everything')) parts.clear();
      if (!is('deletes nothing')) parts.delete(id);
      return [is('returns an undeclared status') ? 202 : 204];
    }
    const own = stored(body, method);
    const cleared = is('clears in PATCH what is not sent')
      ? { name: found.name, kind: found.kind, price: found.price }
      : found;
    const next = versioned ? { version: Number(found.version) + 1 } : {};
    const changed = method === 'PUT' ? own : { ...cleared, ...reset, ...own };
    const made = { ...changed, ...next, id: found.id };
    before.set(id, found);
    const last = [...parts.keys()].at(-1) ?? id;
    const places = is('changes all records')
      ? [...parts.keys()]
      : [is('ignores the id in PUT') && method === 'PUT' ? last : id];
    for (const place of places) parts.set(place, { ...made, id: parts.get(place)?.id });
    return show(200, is('returns the old value from PUT') && method === 'PUT' ? found : made);
  });
  return { listener, areOthersKept: () => others === JSON.stringify([...parts.values()]) };

  function stored(body: unknown, method: string): Part {
    const own: Part = { ...Object(body) };
    const change = (name: string, to: (value: string) => unknown) => {
      if (typeof own[name] === 'string') own[name] = to(own[name]);
    };
    if (is('loses a field in POST') && method === 'POST') delete own.note;
    if (is('loses a field in PUT') && method === 'PUT') delete own.stock;
    if (is('loses a field in PATCH') && method === 'PATCH') delete own.tags;
    if (is('treats 0 as absent') && own.stock === 0) delete own.stock;
    if (is('treats false as absent') && own.active === false) delete own.active;
    if (is('drops empty lists') && JSON.stringify(own.tags) === '[]') delete own.tags;
    if (is('cuts long texts')) change('note', (text) => text.slice(0, 100));
    if (is('escapes markup'))
      change('name', (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'));
    if (is('drops letters beyond ASCII')) change('name', (text) => text.replace(/[^ -~]/g, '?'));
    if (is('stores null as text') && own.note === null) own.note = 'null';
    if (is('rounds numbers') && 'price' in own) own.price = Math.round(Number(own.price));
    if (is('loses fields of nested objects') && 'size' in own)
      own.size = { width: Object(own.size).width };
    if (is('keeps only the first item of a list') && Array.isArray(own.tags))
      own.tags = own.tags.slice(0, 1);
    return own;
  }
}
