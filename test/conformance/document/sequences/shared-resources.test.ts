import { expect, test } from 'vitest';
import { emptyProfile } from '../../../../conformance/engine/profile/profile.ts';
import { jsonListener, objectIn, type Received, type Reply } from '../../json-listener.ts';
import { serverForTest } from '../../test-server.ts';
import { runDocument } from '../run-document.ts';

const note = {
  type: 'object',
  required: ['id', 'text'],
  properties: { id: { type: 'integer' }, text: { type: 'string' } },
};
const sent = {
  type: 'object',
  required: ['text'],
  properties: { text: { type: 'string', minLength: 1, maxLength: 50 } },
};
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const rejections = { '4XX': { description: 'No' } };
const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  security: [{ token: [] }],
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/notes': {
      get: {
        operationId: 'listNotes',
        responses: {
          200: { description: 'OK', ...json({ type: 'array', items: note }) },
          ...rejections,
        },
      },
      post: {
        operationId: 'addNote',
        requestBody: { required: true, ...json(sent) },
        responses: { 201: { description: 'Created', ...json(note) }, ...rejections },
      },
    },
    '/notes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: {
        operationId: 'getNote',
        responses: { 200: { description: 'OK', ...json(note) }, ...rejections },
      },
      delete: {
        operationId: 'removeNote',
        responses: { 204: { description: 'Deleted' }, ...rejections },
      },
    },
  },
});

const tokens = ['token-of-ada-1815', 'token-of-bob-1854'];
const users = tokens.map((token) => `Bearer ${token}`);

/** Notes that every user can read and delete. They are in the list of every user, or of their owner only. */
function noteServer(isShared: boolean) {
  const notes = new Map<number, { id: number; text: unknown; owner: string }>();
  let last = 0;
  return jsonListener(({ method, path, headers, json: body }: Received): Reply => {
    const user = String(headers.authorization);
    if (!users.includes(user)) return [401];
    if (path === '/notes' && method === 'GET') {
      const own = [...notes.values()].filter(({ owner }) => isShared || owner === user);
      return [200, own.map(({ id, text }) => ({ id, text }))];
    }
    if (path === '/notes' && method === 'POST') {
      if (headers['content-type'] !== 'application/json') return [415];
      const text = objectIn(body)?.text;
      if (typeof text !== 'string' || text === '' || text.length > 50) return [400];
      last += 1;
      notes.set(last, { id: last, text, owner: user });
      return [201, { id: last, text }];
    }
    if (path === '/notes') return [405, undefined, { allow: 'GET, POST' }];
    if (!['GET', 'DELETE'].includes(method)) return [405, undefined, { allow: 'GET, DELETE' }];
    const found = notes.get(Number(path.replace('/notes/', '')));
    if (found === undefined) return [404];
    if (method === 'GET') return [200, { id: found.id, text: found.text }];
    notes.delete(found.id);
    return [204];
  });
}

async function run(isShared: boolean) {
  const { url } = await serverForTest(noteServer(isShared));
  const profile = {
    ...emptyProfile,
    credentials: { token: String(tokens[0]) },
    otherCredentials: { token: String(tokens[1]) },
  };
  const { outcomes } = await runDocument(url, document, {}, { profile });
  const kindOf = (operation: string) =>
    outcomes.find(({ check }) => check === `document/needs-owner/${operation}`);
  return { read: kindOf('getNote'), remove: kindOf('removeNote') };
}

test('a resource in the list of the other user is shared, so that the other may read it', async () => {
  const { read, remove } = await run(true);
  expect(read).toMatchObject({ kind: 'skipped', skipped: 'nothing' });
  expect(read?.reason).toContain('it is shared');
  expect(remove).toMatchObject({ kind: 'differs' });
});

test('a resource that is only in the list of its owner must not be read or deleted by others', async () => {
  const { read, remove } = await run(false);
  expect(read).toMatchObject({ kind: 'failed' });
  expect(remove).toMatchObject({ kind: 'failed' });
});
