import { expect, test } from 'vitest';
import { jsonListener, objectIn } from '../json-listener.ts';
import { serverForTest } from '../test-server.ts';
import { runDocument } from './run-document.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const id = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer' } });
const text = { type: 'string', minLength: 1 };
const board = { type: 'object', required: ['name'], properties: { name: text } };
const card = {
  type: 'object',
  required: ['title'],
  properties: { title: text, board_id: { type: 'integer', minimum: 1, example: 1 } },
};
const shown = (schema: object) => ({
  type: 'object',
  required: ['id'],
  allOf: [schema],
  properties: { id: { type: 'integer' } },
});
const ok = (schema: object) => ({ description: 'ok', ...json(schema) });
const wrong = { 400: { description: 'Wrong.' }, 404: { description: 'None.' } };
const example = { title: 'A card', board_id: 1 };
const body = (schema: object) => {
  const media = schema === card ? { schema, example } : { schema };
  return { requestBody: { required: true, content: { 'application/json': media } } };
};
const gone = { responses: { 204: { description: 'Gone.' }, ...wrong } };
const get = (schema: object) => ({ responses: { 200: ok(schema), ...wrong } });
const post = (schema: object) => ({
  ...body(schema),
  responses: { 201: ok(shown(schema)), ...wrong },
});
const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Boards', version: '1' },
  paths: {
    '/boards': { get: get({ type: 'array', items: shown(board) }), post: post(board) },
    '/boards/{board_id}': {
      parameters: [id('board_id')],
      get: get(shown(board)),
      delete: gone,
    },
    '/boards/{board_id}/cards': {
      parameters: [id('board_id')],
      get: get({ type: 'array', items: shown(card) }),
      post: post(card),
    },
    '/boards/{board_id}/cards/{card_id}': {
      parameters: [id('board_id'), id('card_id')],
      get: get(shown(card)),
      put: { ...body(card), responses: { 200: ok(shown(card)), ...wrong } },
      delete: gone,
    },
  },
});

/** Boards whose cards are counted in each, as rows with a key of two columns. The board in a body counts before that in the path. */
function boards() {
  const names = new Map([[1, 'Of others']]);
  const cards = new Map([[1, new Map([[1, 'Of others']])]]);
  const listener = jsonListener(({ method, path, json: sent }) => {
    const [, first, isCards, second] =
      /^\/boards(?:\/(\d+))?(\/cards)?(?:\/(\d+))?$/.exec(path) ?? [];
    if (!path.startsWith('/boards') || path.includes('//')) return [404];
    const given = objectIn(sent) ?? {};
    if (isCards === undefined) {
      if (first === undefined) {
        if (method === 'GET') return [200, [...names].map(([own, name]) => ({ id: own, name }))];
        if (method !== 'POST') return [405, undefined, { allow: 'GET, POST' }];
        if (typeof given.name !== 'string' || given.name === '') return [400];
        const own = Math.max(0, ...names.keys()) + 1;
        names.set(own, given.name);
        cards.set(own, new Map());
        return [201, { id: own, name: given.name }];
      }
      const name = names.get(Number(first));
      if (name === undefined) return [404];
      if (method === 'GET') return [200, { id: Number(first), name }];
      if (method !== 'DELETE') return [405, undefined, { allow: 'GET, DELETE' }];
      names.delete(Number(first));
      cards.delete(Number(first));
      return [204];
    }
    const inBody = method === 'POST' || method === 'PUT' ? given.board_id : undefined;
    if (inBody !== undefined && !Number.isInteger(inBody)) return [400];
    const own = Number(inBody ?? first);
    const all = cards.get(own);
    if (all === undefined || !names.has(Number(first))) return [404];
    const show = (key: number) => ({ id: key, title: all.get(key), board_id: own });
    if (second === undefined && method === 'GET') return [200, [...all.keys()].map(show)];
    const isWrite = second === undefined ? method === 'POST' : method === 'PUT';
    const key = second === undefined ? Math.max(0, ...all.keys()) + 1 : Number(second);
    if (second !== undefined && !all.has(key)) return [404];
    if (isWrite) {
      if (typeof given.title !== 'string' || given.title === '') return [400];
      all.set(key, given.title);
      return [second === undefined ? 201 : 200, show(key)];
    }
    if (second === undefined) return [405, undefined, { allow: 'GET, POST' }];
    if (method === 'GET') return [200, show(key)];
    if (method !== 'DELETE') return [405, undefined, { allow: 'GET, PUT, DELETE' }];
    all.delete(key);
    return [204];
  });
  return {
    listener,
    state: () => JSON.stringify([[...names], [...cards].map(([own, all]) => [own, [...all]])]),
  };
}

test('creates and changes nothing in the parent of others that a body names, below a parent of its own', async () => {
  const { listener, state } = boards();
  const before = state();
  const { url } = await serverForTest(listener);
  const { sent, leftovers } = await runDocument(url, document);
  expect(state()).toBe(before);
  expect(leftovers).toEqual([]);
  expect(sent.some((request) => /^PUT \/boards\/\d+\/cards\/\d+ /.test(request))).toBe(true);
});
