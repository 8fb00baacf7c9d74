import { jsonListener, objectIn, type Reply } from '../../json-listener.ts';

/** What the service does wrong, one at a time, and the check that finds it. */
export const checkOf = {
  'delivers what was not sent': 'document/state-is-required/deliverParcel',
  'sends again what has arrived': 'document/state-is-required/sendParcel',
  'lets a parcel leap over a state': 'document/state-is-required/moveParcel',
  'moves a parcel that was lost': 'document/state-is-required/moveParcel',
  'lets another user send': 'document/needs-owner/sendParcel',
  'keeps in PUT what is not sent': 'document/put-replaces/replaceParcel',
  'stores the label with a pickup that it rejects':
    'document/rejected-changes-nothing/changeParcel',
  'stores a time of another zone': 'document/created-is-readable/getParcel',
  'shows a time in words': 'document/response-format',
  'knows no HEAD of a parcel': 'document/head-is-like-get/getParcel',
  'shows where its code failed': 'document/no-stack-trace',
  'sends the Location of another': 'document/location-leads/addParcel',
  'has another default': 'document/default-applies/addParcel',
} as const;
export type Fault = keyof typeof checkOf;

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const states = ['packed', 'sent', 'delivered', 'lost'];
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const time = { type: 'string', format: 'date-time' };
const sent = {
  label: { type: 'string', minLength: 3, maxLength: 60 },
  code: { type: 'string', pattern: '^[a-z0-9]{4,30}$', description: 'Unique' },
  pickup: { ...time, example: '2030-05-01T09:30:00Z' },
  dropoff: { ...time, example: '2030-05-02T09:30:00Z' },
  note: { type: 'string', maxLength: 80 },
  speed: { allOf: [reference('Speed')], default: 'normal' },
};

/** As generators write it, which put `allOf` around what has a default or a description. */
export function parcelDocument(): string {
  const no = { '4XX': { description: 'No.' } };
  const ok = { 200: { description: 'The parcel.', ...json(reference('Parcel')) }, ...no };
  const body = (schema: object) => ({ required: true, ...json(schema) });
  const all = { type: 'object', properties: sent, required: ['label', 'code', 'pickup'] };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
  const action = (operationId: string, summary: string, more = {}) => ({
    parameters: [id],
    post: { operationId, summary, responses: ok, ...more },
  });
  const move = {
    requestBody: body({
      type: 'object',
      required: ['to'],
      properties: { to: { allOf: [reference('State')], description: 'The next state' } },
    }),
    description: 'A lost one stays lost.',
  };
  return JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Parcels', version: '1' },
    security: [{ token: [] }],
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: {
        State: { type: 'string', enum: states },
        Speed: { type: 'string', enum: ['normal', 'fast'] },
        Parcel: {
          type: 'object',
          required: ['id', 'label', 'state'],
          properties: {
            id: { type: 'integer' },
            ...sent,
            state: { allOf: [reference('State')], description: 'packed → sent → delivered' },
            createdAt: time,
          },
        },
      },
    },
    paths: {
      '/depot': {
        get: { operationId: 'getDepot', responses: { 200: { description: 'The depot.' }, ...no } },
      },
      '/parcels': {
        post: {
          operationId: 'addParcel',
          requestBody: body(all),
          responses: { 201: { description: 'It.', ...json(reference('Parcel')) }, ...no },
        },
      },
      '/parcels/{id}': {
        parameters: [id],
        get: { operationId: 'getParcel', responses: ok },
        put: {
          operationId: 'replaceParcel',
          description: 'What you leave out has no value, or its default.',
          requestBody: body(all),
          responses: ok,
        },
        patch: {
          operationId: 'changeParcel',
          requestBody: body({ type: 'object', properties: sent }),
          responses: ok,
        },
        delete: {
          operationId: 'removeParcel',
          responses: { 204: { description: 'Gone.' }, ...no },
        },
      },
      '/parcels/{id}/send': action('sendParcel', 'Send a packed parcel'),
      '/parcels/{id}/deliver': action('deliverParcel', 'Deliver a sent parcel'),
      '/parcels/{id}/move': action('moveParcel', 'Move a parcel to another state', move),
    },
  });
}

type Parcel = Record<string, unknown>;

const tokens: Readonly<Record<string, string>> = {
  'Bearer ada-1815': 'ada',
  'Bearer bob-1815': 'bob',
};

/** A service that follows the document exactly, except for one fault. */
export function parcelServer(fault?: Fault) {
  const is = (one: Fault) => fault === one;
  const parcels = new Map<number, Parcel>();
  const owners = new Map<number, string>();
  let last = 100;
  const next: Readonly<Record<string, readonly string[]>> = {
    packed: ['sent', 'lost'],
    sent: ['delivered', 'lost'],
    delivered: [],
    lost: is('moves a parcel that was lost') ? ['sent'] : [],
  };
  const isFree = (code: unknown, id?: number) =>
    [...parcels].every(([other, parcel]) => other === id || parcel.code !== code);
  const problemOf = (body: Parcel, needed: readonly string[]) => {
    const missing = needed.find((name) => !(name in body));
    if (missing !== undefined) return `${missing} is missing`;
    const text = (name: string, pattern: RegExp) =>
      !(name in body) || (typeof body[name] === 'string' && pattern.test(body[name]));
    const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;
    const rules: Readonly<Record<string, RegExp>> = {
      label: /^.{3,60}$/su,
      code: /^[a-z0-9]{4,30}$/,
      pickup: isTime,
      dropoff: isTime,
      note: /^.{0,80}$/su,
      speed: /^(normal|fast)$/,
    };
    const wrong = Object.entries(rules).find(([name, pattern]) => !text(name, pattern));
    return wrong && `${wrong[0]} is not valid`;
  };
  const own = (body: Parcel) =>
    Object.fromEntries(Object.entries(body).filter(([name]) => name in sent));
  const refuse = (status: number, problem: string): Reply => {
    const frames = ['at check (/app/parcels.js:12:3)', 'at handle (/app/server.js:40:9)'];
    const trace = is('shows where its code failed') ? { trace: frames.join('\n') } : {};
    return [status, { problem, ...trace }];
  };
  const zoned = (parcel: Parcel) =>
    is('stores a time of another zone') && typeof parcel.pickup === 'string'
      ? { ...parcel, pickup: new Date(Date.parse(parcel.pickup) + 3_600_000).toISOString() }
      : parcel;
  const show = (status: number, id: number, headers = {}): Reply => {
    const createdAt = is('shows a time in words') ? '29 Nov 2026' : '2026-11-29T10:00:00Z';
    return [status, { ...parcels.get(id), id, createdAt }, headers];
  };
  const hasOrder = ({ pickup, dropoff }: Parcel) =>
    dropoff === undefined || Date.parse(String(pickup)) < Date.parse(String(dropoff));

  const listener = jsonListener(({ method, path, headers, json: received }) => {
    const user = tokens[String(headers.authorization)];
    if (path === '/depot')
      return method === 'GET' || method === 'HEAD' ? [200, {}] : [405, {}, { allow: 'GET' }];
    const [, collection, key, action] =
      /^\/(parcels)(?:\/(\d{1,9}))?(?:\/(send|deliver|move))?$/.exec(path) ?? [];
    if (collection === undefined) return refuse(404, 'no such path');
    if (user === undefined) return refuse(401, 'who are you?');
    const body = objectIn(received);
    if (key === undefined) {
      if (method !== 'POST') return [405, {}, { allow: 'POST' }];
      const problem =
        body === undefined ? 'no object' : problemOf(body, ['label', 'code', 'pickup']);
      if (body === undefined || problem !== undefined) return refuse(422, problem ?? '');
      if (!hasOrder(body)) return refuse(422, 'dropoff must be after pickup');
      if (!isFree(body.code)) return refuse(409, 'this code is taken');
      last += 1;
      const speed = is('has another default') ? 'fast' : 'normal';
      parcels.set(last, zoned({ speed, state: 'packed', ...own(body) }));
      owners.set(last, user);
      const place = is('sends the Location of another') && parcels.has(last - 1) ? last - 1 : last;
      return show(201, last, { location: `/parcels/${place}` });
    }
    const id = Number(key);
    const found = parcels.get(id);
    const isOwn = owners.get(id) === user || (action === 'send' && is('lets another user send'));
    if (found === undefined || !isOwn) return refuse(404, 'no such parcel');
    if (action !== undefined) {
      if (method !== 'POST') return [405, {}, { allow: 'POST' }];
      const state = String(found.state);
      const to =
        action === 'send' ? 'sent' : action === 'deliver' ? 'delivered' : String(body?.to ?? '');
      const isLeap =
        is('lets a parcel leap over a state') && action === 'move' && to === 'delivered';
      const isUnsent = is('delivers what was not sent') && action === 'deliver';
      const isAgain =
        is('sends again what has arrived') && action === 'send' && state === 'delivered';
      if (!states.includes(to)) return refuse(422, 'to is no state');
      if (!next[state]?.includes(to) && !isAgain && !(state === 'packed' && (isLeap || isUnsent)))
        return refuse(409, `a parcel that is ${state} cannot be ${to}`);
      parcels.set(id, { ...found, state: to });
      return show(200, id);
    }
    if (method === 'HEAD' && is('knows no HEAD of a parcel')) return [404];
    if (method === 'GET' || method === 'HEAD') return show(200, id);
    if (method === 'DELETE') {
      parcels.delete(id);
      return [204];
    }
    if (method !== 'PUT' && method !== 'PATCH')
      return [405, {}, { allow: 'GET, PUT, PATCH, DELETE' }];
    const needed = method === 'PUT' ? ['label', 'code', 'pickup'] : [];
    const problem = body === undefined ? 'no object' : problemOf(body, needed);
    if (body === undefined || problem !== undefined) return refuse(422, problem ?? '');
    if (!isFree(body.code ?? found.code, id)) return refuse(409, 'this code is taken');
    const { state } = found;
    const isKept = method === 'PATCH' || is('keeps in PUT what is not sent');
    const changed = { ...(isKept ? found : { state, speed: 'normal' }), ...own(body) };
    if (!hasOrder(changed)) {
      if (is('stores the label with a pickup that it rejects') && 'label' in body)
        parcels.set(id, { ...found, label: body.label });
      return refuse(422, 'dropoff must be after pickup');
    }
    parcels.set(id, zoned(changed));
    return show(200, id);
  });
  return { listener, left: () => parcels.size };
}
