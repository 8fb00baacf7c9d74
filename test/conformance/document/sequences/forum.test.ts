import { expect, test } from 'vitest';
import { jsonListener, objectIn } from '../../json-listener.ts';
import { serverForTest } from '../../test-server.ts';
import { runDocument } from '../run-document.ts';

const body = (schema: string, example: string) =>
  `requestBody: { required: true, content: { application/json: { schema: ${schema}, example: ${example} } } }`;
const user =
  '{ type: object, required: [name], properties: { name: { type: string, minLength: 1 } } }';
const post = '{ type: object, required: [text], properties: { text: { type: string } } }';
const tag = '{ type: object, properties: { label: { type: string }, colour: { type: string } } }';
const setting = '{ type: object, required: [value], properties: { value: { type: string } } }';
const id = (name: string) =>
  `{ name: ${name}, in: path, required: true, schema: { type: string, format: uuid }, example: 3fa85f64-5717-4562-b3fc-2c963f66afa6 }`;
const ok = 'responses: { 2XX: { description: Done. }, 4XX: { description: No. } }';

const document = `
openapi: 3.0.3
info: { title: Forum, version: 1.0.0 }
paths:
  /users:
    post: { operationId: addUser, ${body(user, '{ name: Ada }')}, ${ok} }
  /users/{user}:
    parameters: [${id('user')}]
    get: { operationId: getUser, ${ok} }
    delete: { operationId: removeUser, ${ok} }
  /users/{author}/posts:
    parameters: [${id('author')}]
    post: { operationId: addPost, ${body(post, '{ text: A first post }')}, ${ok} }
  /users/{author}/posts/{p}:
    parameters: [${id('author')}, ${id('p')}]
    get: { operationId: getPost, ${ok} }
    put: { operationId: changePost, ${body(post, '{ text: A better post }')}, ${ok} }
    delete: { operationId: removePost, ${ok} }
  /tags/:
    post: { operationId: addTag, ${body(tag, '{ label: news, colour: red }')}, ${ok} }
  /tags/{tag_id}/:
    parameters: [{ name: tag_id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: getTag, ${ok} }
    delete: { operationId: removeTag, ${ok} }
  /settings/{name}:
    parameters: [{ name: name, in: path, required: true, schema: { type: string, pattern: '^[a-z0-9]+$' } }]
    put:
      operationId: putSetting
      ${body(setting, '{ value: dark }')}
      responses: { '201': { description: Created. }, '204': { description: Replaced. }, 4XX: { description: No. } }
    get: { operationId: getSetting, ${ok} }
    delete: { operationId: removeSetting, ${ok} }
`;

const only = [
  'document/created-is-readable',
  'document/updated-is-readable',
  'document/deleted-is-gone',
];

test('a correct forum passes every sequence, and nothing that the tests created is left', async () => {
  const { listener, left } = forum();
  const { url } = await serverForTest(listener);
  const { outcomes, leftovers } = await runDocument(
    `${url}/api`,
    document,
    {},
    { only, strict: true },
  );
  expect(
    outcomes
      .map(({ check, kind, reason }) => [check.replace('document/', ''), reason ?? kind])
      .sort(),
  ).toEqual([
    ['created-is-readable/getPost', 'passed'],
    ['created-is-readable/getSetting', 'passed'],
    ['created-is-readable/getTag', 'passed'],
    ['created-is-readable/getUser', 'passed'],
    ['deleted-is-gone/removePost', 'passed'],
    ['deleted-is-gone/removeSetting', 'passed'],
    ['deleted-is-gone/removeTag', 'passed'],
    ['deleted-is-gone/removeUser', 'passed'],
    ['updated-is-readable/changePost', 'passed'],
  ]);
  expect(leftovers).toEqual([]);
  expect(left()).toEqual([]);
});

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const patterns = {
  users: new RegExp(`^/api/users(?:/(${uuid}))?$`),
  posts: new RegExp(`^(/api/users/${uuid})/posts(?:/(${uuid}))?$`),
  tags: /^\/api\/tags(?:\/(\d+))?$/,
  settings: /^\/api\/settings\/([a-z0-9]+)$/,
};

/** A forum below `/api`: ids of three kinds, posts in users, and settings whose names the client chooses. */
function forum() {
  const stored = new Map<string, Record<string, unknown>>();
  let count = 0;

  const listener = jsonListener(({ method, path: given, json }) => {
    const pathname = given.replace(/\/$/, '');
    const body = objectIn(json);
    const found = stored.get(pathname);
    const [, user] = patterns.posts.exec(pathname) ?? [];
    if (user !== undefined && !stored.has(user)) return [404];

    if (method === 'POST') {
      if (body === undefined) return [400];
      count += 1;
      if (patterns.tags.test(pathname)) {
        stored.set(`/api/tags/${count}`, body);
        // The other ids are none that the path allows.
        return [200, { id: 'internal', tag: { id: count, ...body }, author: { id: 'ada' } }];
      }
      const path = `${pathname}/00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
      if (!patterns.users.test(path) && !patterns.posts.test(path)) return [404];
      stored.set(path, body);
      // One location is relative to the request, the other is an address.
      const location = user === undefined ? path : `http://forum.example${path}`;
      return [201, undefined, { location }];
    }
    if (method === 'PUT' && patterns.settings.test(pathname)) {
      if (body === undefined) return [400];
      stored.set(pathname, body);
      return [found ? 204 : 201];
    }
    if (found === undefined) return [404];
    if (method === 'GET') {
      const id = patterns.tags.exec(pathname)?.[1];
      return [200, id === undefined ? found : { tag: { id: Number(id), ...found } }];
    }
    if (method === 'PUT' && patterns.posts.test(pathname)) {
      if (body === undefined) return [400];
      stored.set(pathname, body);
      return [204];
    }
    if (method !== 'DELETE') return [405];
    // A user can be deleted only without posts, and a deleted post has never existed.
    if (
      patterns.users.test(pathname) &&
      [...stored.keys()].some((path) => path.startsWith(`${pathname}/posts/`))
    )
      return [409];
    stored.delete(pathname);
    return [204];
  });
  return { listener, left: () => [...stored.keys()] };
}
