import { expect, test } from 'vitest';
import { jsonListener, objectIn } from '../json-listener.ts';
import { serverForTest } from '../test-server.ts';
import { runDocument } from './run-document.ts';

interface Bay {
  readonly id: number;
  readonly garage_id: number;
  readonly label: string;
}

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string', example: 'North' };
const id = { type: 'integer' };
const responses = { 200: { description: 'Fine' }, 201: { description: 'Made' } };
const parameters = (...names: string[]) =>
  names.map((name) => ({ name, in: 'path', required: true, schema: id }));
const bay = { type: 'object', properties: { garage_id: id, label: text } };
const done = { 204: { description: 'Done' } };

const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Garages', version: '1' },
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/garages': {
      get: { operationId: 'listGarages', responses },
      post: {
        operationId: 'addGarage',
        requestBody: json({ type: 'object', required: ['name'], properties: { name: text } }),
        responses,
      },
      patch: {
        operationId: 'changeGarages',
        requestBody: json({
          type: 'object',
          properties: {
            keys: { type: 'array', items: { type: 'string' } },
            data: { type: 'object', properties: { name: text } },
          },
        }),
        responses,
      },
    },
    '/garage/{garage_id}/': {
      parameters: parameters('garage_id'),
      get: { operationId: 'getGarage', responses },
      delete: { operationId: 'removeGarage', responses: done },
    },
    '/garage/{garage_id}/bays': {
      parameters: parameters('garage_id'),
      get: { operationId: 'listBays', responses },
      post: { operationId: 'addBay', requestBody: json(bay), responses: done },
    },
    '/garage/{garage_id}/bays/{bay_id}': {
      parameters: parameters('garage_id', 'bay_id'),
      put: { operationId: 'changeBay', requestBody: json(bay), responses: done },
      delete: { operationId: 'removeBay', responses: done },
    },
  },
});

/** Garages with bays, of which a response does not say the id. The first of each is another's. */
async function runOnGarages({ isOpen }: { readonly isOpen: boolean }) {
  const garages = new Map([[1, { id: 1, name: 'Old' }]]);
  const bays = new Map<number, Bay>([[1, { id: 1, garage_id: 1, label: 'Old' }]]);
  let last = 1;
  const { url } = await serverForTest(
    jsonListener(({ method, path, json: sent, headers }) => {
      if (!isOpen && headers.authorization !== 'Bearer token-1234567') return [403];
      const body = objectIn(sent) ?? {};
      if (path === '/garages' && method === 'GET') return [200, [...garages.values()]];
      if (path === '/garages' && method === 'POST') {
        if (typeof body.name !== 'string' || body.name === '') return [400];
        last += 1;
        garages.set(last, { id: last, name: body.name });
        return [201, garages.get(last)];
      }
      if (path === '/garages' && method === 'PATCH') {
        const keys = Array.isArray(body.keys) ? body.keys.map(Number) : [];
        if (keys.length === 0 || !keys.every((key) => garages.has(key))) return [400];
        const name = String(objectIn(body.data)?.name ?? 'Changed');
        for (const key of keys) garages.set(key, { id: key, name });
        return [200, []];
      }
      const [, place, bayPart, bayId] =
        /^\/garage\/(\d+)\/(?:(bays)(?:\/(\d+))?)?$/.exec(path) ?? [];
      const garage = garages.get(Number(place));
      if (garage === undefined) return [404];
      if (bayPart === undefined) {
        if (method === 'GET') return [200, garage];
        return method === 'DELETE' ? [garages.delete(garage.id) ? 204 : 404] : [405];
      }
      const own = [...bays.values()].filter((one) => one.garage_id === garage.id);
      if (bayId === undefined && method === 'GET') return [200, own];
      const known = own.find((one) => one.id === Number(bayId));
      if (bayId !== undefined && known === undefined) return [404];
      if (method === 'DELETE' && known) return [bays.delete(known.id) ? 204 : 404];
      if (method !== (known ? 'PUT' : 'POST')) return [405];
      if (body.garage_id !== garage.id || (known && body.id !== known.id))
        return [400, { error: 'Garage ID in body and URL must be the same' }];
      if (typeof body.label !== 'string' || body.label === '')
        return [400, { error: 'bay label can not be empty' }];
      const key = known?.id ?? ++last;
      bays.set(key, { id: key, garage_id: garage.id, label: body.label });
      return [204];
    }),
  );
  const credentials = { token: 'token-1234567' };
  const result = await runDocument(url, document, credentials, { fuzz: false });
  const unreached = result.coverage.filter(({ successes }) => successes === 0);
  return {
    ...result,
    unreached: unreached.map(({ operation }) => operation),
    left: [...garages.values(), ...bays.values()].map((one) => ({ ...one })),
  };
}

test('reaches operations below a resource whose creation names nothing, and leaves those of others', async () => {
  const { unreached, left } = await runOnGarages({ isOpen: false });
  expect(unreached).toEqual([]);
  expect(left).toEqual([
    { id: 1, name: 'Old' },
    { id: 1, garage_id: 1, label: 'Old' },
  ]);
});

test('reports that operations need credentials that the document does not declare', async () => {
  const undeclared = (broken: object) =>
    Object.keys(broken).filter((check) => check.startsWith('document/credentials-undeclared/'));
  const closed = await runOnGarages({ isOpen: false });
  expect(undeclared(closed.broken)).toHaveLength(9);
  const open = await runOnGarages({ isOpen: true });
  expect(undeclared(open.broken)).toEqual([]);
});
