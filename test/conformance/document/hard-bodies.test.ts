import { expect, test } from 'vitest';
import { decodePercent } from '../../../conformance/engine/document/model/pointer.ts';
import { jsonListener, objectIn, type Reply } from '../json-listener.ts';
import { serverForTest } from '../test-server.ts';
import { runDocument } from './run-document.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string' };
const named = (what: string) => ({ ...text, description: `Unique name of the ${what}.` });
const object = (properties: object, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
});
const shows = (schema: object) => ({
  200: { description: 'Fine', ...json(object({ data: schema })) },
});
const listOf = (items: object) => shows({ type: 'array', items });
const done = { 204: { description: 'Done' } };
const ids = (...names: string[]) =>
  names.map((name) => ({ name, in: 'path', required: true, schema: text }));

const hall = object({ hall: named('hall'), plan: { type: 'object' } });
const exhibit = object({ id: { type: 'integer' }, exhibit: named('exhibit'), hall: text });
const photo = object({ id: text, storage: { ...text, example: 'local' }, title: text });
const guide = object({ id: text, name: text });
const guideOrId = { oneOf: [text, { $ref: '#/components/schemas/Guide' }] };
const visitor = object({ id: text, guide: guideOrId });
const note = object({ id: text, note: { ...text, description: 'What somebody thinks.' } });

/** A resource that is listed, created, read and deleted. */
const resource = (name: string, shown: object, sent: object) => {
  const place = `/${name.toLowerCase()}s`;
  return {
    [place]: {
      get: { operationId: `list${name}s`, responses: listOf(shown) },
      post: { operationId: `add${name}`, requestBody: json(sent), responses: shows(shown) },
    },
    [`${place}/{id}`]: {
      parameters: ids('id'),
      get: { operationId: `get${name}`, responses: shows(shown) },
      delete: { operationId: `remove${name}`, responses: done },
    },
  };
};

/** A museum whose document forgets, or invents, what its server requires. */
const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Museum', version: '1' },
  components: { schemas: { Guide: guide } },
  paths: {
    ...resource('Hall', hall, object({ hall: named('hall') }, ['hall'])),
    '/halls/{hall}/open': {
      parameters: ids('hall'),
      post: { operationId: 'openHall', responses: done },
    },
    '/exhibits/{hall}': {
      parameters: ids('hall'),
      get: { operationId: 'listExhibits', responses: listOf(exhibit) },
      post: {
        operationId: 'addExhibit',
        requestBody: json(
          object({ exhibit: named('exhibit'), length: text, width: text }, [
            'exhibit',
            'length',
            'width',
          ]),
        ),
        responses: shows(exhibit),
      },
    },
    '/exhibits/{hall}/{id}': {
      parameters: ids('hall', 'id'),
      get: { operationId: 'getExhibit', responses: shows(exhibit) },
      delete: { operationId: 'removeExhibit', responses: done },
    },
    '/labels/print/{hall}': {
      parameters: ids('hall'),
      post: { operationId: 'printLabels', responses: done },
    },
    ...resource('Photo', photo, object({ data: text })),
    ...resource('Guide', guide, object({ name: text }, ['name'])),
    '/visitors': {
      get: { operationId: 'listVisitors', responses: listOf(visitor) },
    },
    '/visitors/invite': {
      post: {
        operationId: 'inviteVisitor',
        requestBody: json(object({ email: text }, ['email'])),
        responses: done,
      },
    },
    ...resource('Note', note, object({ note: text }, ['note'])),
  },
});

type Item = Record<string, unknown>;

/** The first of each is another's. */
async function runOnMuseum() {
  const halls = new Map<string, Item>([['Old', { hall: 'Old', plan: { floor: 1 } }]]);
  const kept: Record<string, Map<string, Item>> = {
    photos: new Map([['p1', { id: 'p1', storage: 'local', title: null }]]),
    guides: new Map([['g1', { id: 'g1', name: 'Old' }]]),
    notes: new Map([['n1', { id: 'n1', note: 'Old' }]]),
  };
  const exhibits = new Map<string, Item>();
  const opened: string[] = [];
  let last = 1;
  const refuse = (message: string, field?: string): Reply => [
    400,
    { errors: [{ message, extensions: { ...(field !== undefined && { field }) } }] },
  ];

  const inHall = (method: string, place: string, id: string | undefined, body: Item): Reply => {
    if (!halls.has(place)) return [403, { errors: [{ message: 'You may not.' }] }];
    const own = [...exhibits.values()].filter((one) => one.hall === place);
    if (id !== undefined) {
      const known = exhibits.get(`${place}/${id}`);
      if (known === undefined) return [403, { errors: [{ message: 'You may not.' }] }];
      if (method === 'GET') return [200, { data: known }];
      return method === 'DELETE' && exhibits.delete(`${place}/${id}`) ? [204] : [405];
    }
    if (method === 'GET') return [200, { data: own }];
    for (const name of ['length', 'width'])
      if (Object.hasOwn(body, name)) return refuse(`Invalid payload. "${name}" is not allowed.`);
    if (typeof body.exhibit !== 'string' || body.exhibit === '')
      return refuse('Invalid payload. "exhibit" is required.');
    if (exhibits.has(`${place}/${body.exhibit}`)) return [409];
    const made = { exhibit: body.exhibit, hall: place };
    exhibits.set(`${place}/${body.exhibit}`, made);
    return [200, { data: made }];
  };
  const inHalls = (method: string, id: string | undefined, body: Item): Reply => {
    const known = id === undefined ? undefined : halls.get(id);
    if (id !== undefined && known === undefined) return [403];
    if (known)
      return method === 'GET' ? [200, { data: known }] : [halls.delete(id ?? '') ? 204 : 404];
    if (method === 'GET') return [200, { data: [...halls.values()] }];
    const plan = objectIn(body.plan);
    if (typeof body.hall !== 'string' || body.hall === '') return refuse('"hall" is required');
    if (plan === undefined) return [403, { errors: [{ message: 'You may not do this.' }] }];
    if (halls.has(body.hall)) return [409];
    halls.set(body.hall, { hall: body.hall, plan });
    return [200, { data: halls.get(body.hall) }];
  };
  const create = (kind: string, body: Item): Reply => {
    const id = `${kind[0]}${++last}`;
    if (kind === 'photos') {
      if (body.storage === undefined) return refuse('Value is required.', 'storage');
      if (body.storage !== 'local') return refuse('No such storage.', 'storage');
      kept.photos?.set(id, { id, storage: 'local', title: null });
      return [200, { data: kept.photos?.get(id) }];
    }
    const [field, other] = kind === 'guides' ? ['name', 'id'] : ['note', 'note'];
    if (typeof body[field] !== 'string' || body[field] === '')
      return refuse(`"${field}" is required`);
    kept[kind]?.set(id, { id, [field]: body[field] });
    return [200, { data: { [field]: body[field], ...(other === 'id' && { id }) } }];
  };

  const { url } = await serverForTest(
    jsonListener(({ method, path, json: sent }) => {
      const [, kind = '', first, second] = path
        .split('/')
        .map((part) => decodePercent(part) ?? '?');
      const body = objectIn(sent) ?? {};
      if (kind === 'exhibits') return inHall(method, first ?? '', second, body);
      if (kind === 'labels' || second === 'open') {
        const place = (kind === 'labels' ? second : first) ?? '';
        opened.push(place);
        return halls.has(place) ? [204] : [403];
      }
      if (kind === 'halls') return inHalls(method, first, body);
      if (kind === 'visitors') {
        if (method === 'GET') return [200, { data: [] }];
        if (typeof body.email !== 'string') return refuse('"email" is required');
        if (body.guide === undefined) return refuse('Invalid payload. "guide" is required.');
        return kept.guides?.has(String(body.guide)) ? [204] : refuse('Invalid foreign key.');
      }
      const all = kept[kind];
      if (all === undefined) return [404];
      if (first === undefined)
        return method === 'GET' ? [200, { data: [...all.values()] }] : create(kind, body);
      if (!all.has(first)) return [404];
      return method === 'GET' ? [200, { data: all.get(first) }] : [all.delete(first) ? 204 : 404];
    }),
  );
  const result = await runDocument(url, document, {}, { fuzz: false });
  const unreached = result.coverage.filter(({ successes }) => successes === 0);
  return {
    ...result,
    unreached: unreached.map(({ operation }) => operation),
    left: [halls, ...Object.values(kept), exhibits].flatMap((one) => [...one.keys()]),
    opened,
  };
}

test('reaches operations whose document forgets or invents fields that the server names', async () => {
  const { unreached, left, opened, sent } = await runOnMuseum();
  expect(unreached).toEqual([]);
  expect(left).toEqual(['Old', 'p1', 'g1', 'n1']);
  expect(opened).not.toContain('Old');
  // The text of a note is no id.
  const ids = sent.flatMap((one) => /^(?:GET|DELETE) \/notes\/(\S+)/.exec(one)?.[1] ?? []);
  expect(ids.filter((one) => one.startsWith('sample-'))).toEqual([]);
});
