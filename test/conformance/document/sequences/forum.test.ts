import { afterEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../test-server.ts';
import { runDocument } from '../run-document.ts';
import { type ForumDefect, forum } from './forum-server.ts';

const body = (schema: string, example: string) =>
  `requestBody: { required: true, content: { application/json: { schema: ${schema}, example: ${example} } } }`;
const user = '{ type: object, required: [name], properties: { name: { type: string, minLength: 1 } } }';
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

const only = ['created-is-readable', 'updated-is-readable', 'deleted-is-gone'].map(
  (one) => `document/${one}`,
);
const clock = { now: Date.now, pause: async () => {} };
let server: TestServer | undefined;
afterEach(() => server?.close());

async function run(defect?: ForumDefect) {
  const { listener, left } = forum(defect);
  server = await startTestServer(listener);
  const result = await runDocument(`${server.url}/api`, document, {}, { only, clock, strict: true });
  return { ...result, left: left() };
}

test('a correct forum passes every sequence, and nothing that the tests created is left', async () => {
  const { outcomes, leftovers, left } = await run();
  expect(
    outcomes.map(({ check, kind, reason }) => [check.replace('document/', ''), reason ?? kind]).sort(),
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
  expect(left).toEqual([]);
});

const checksOf: Record<ForumDefect, string[]> = {
  'keeps deleted users': ['deleted-is-gone/removeUser'],
  'keeps deleted posts': ['deleted-is-gone/removePost'],
  'ignores changes of posts': ['updated-is-readable/changePost'],
  'mixes up tags': ['created-is-readable/getTag'],
  'loses settings': ['created-is-readable/getSetting'],
};

describe('fails the check for a defect', () => {
  test.each(Object.entries(checksOf))('%s', async (name, checks) => {
    // The keys of the table are the defects.
    const { broken } = await run(name as ForumDefect);
    expect(Object.keys(broken)).toEqual(checks.map((check) => `document/${check}`));
  });
});
