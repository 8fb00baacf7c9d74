import { expect, test } from 'vitest';
import { jsonListener, objectIn } from '../../json-listener.ts';
import { serverForTest } from '../../test-server.ts';
import { runDocument } from '../run-document.ts';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const named = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', minLength: 1 } },
};
const none = { 404: { description: 'None' }, 400: { description: 'Invalid' } };

type Way = 'cascades' | 'rejects' | 'keeps' | 'rejects, and deletes the posts';

/** A run on users and their posts. `way`: what happens to the posts of a user who is deleted. */
async function runOn(way: Way) {
  const users = new Set<number>();
  const posts = new Map<number, { readonly user: number; readonly name: string }>();
  let last = 0;
  const { url } = await serverForTest(
    jsonListener(({ method, path, json }) => {
      const [, , userText, , postText] = path.split('/');
      const user = Number(userText);
      const post = Number(postText);
      const { name } = objectIn(json) ?? {};
      if (method === 'POST' && /^\/users(\/\d+\/posts)?$/.test(path)) {
        if (typeof name !== 'string' || name === '') return [400];
        if (userText !== undefined && !users.has(user)) return [404];
        last += 1;
        if (userText === undefined) users.add(last);
        else posts.set(last, { user, name });
        return [201, { id: last, name }];
      }
      const own = [...posts].filter(([, one]) => one.user === user);
      if (/^\/users\/\d+$/.test(path) && users.has(user)) {
        if (method === 'GET') return [200, { id: user }];
        if (method !== 'DELETE') return [405];
        if (way === 'cascades' || way.includes('deletes')) for (const [id] of own) posts.delete(id);
        if (way.startsWith('rejects') && own.length > 0) return [409];
        users.delete(user);
        return [204];
      }
      const found = posts.get(post);
      if (found?.user !== user || (way !== 'keeps' && !users.has(user))) return [404];
      if (method === 'DELETE') return [posts.delete(post) ? 204 : 404];
      return method === 'GET' ? [200, { id: post, name: found.name }] : [405];
    }),
  );
  const inPath = (...names: string[]) => ({
    parameters: names.map((name) => ({
      ...{ name, in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
    })),
  });
  const create = {
    requestBody: { required: true, ...content(named) },
    responses: { 201: { description: 'Made' }, ...none },
  };
  const one = {
    get: { responses: { 200: { description: 'One' }, ...none } },
    delete: { responses: { 204: { description: 'Gone' }, 409: { description: 'Used' }, ...none } },
  };
  const document = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Forum', version: '1' },
    paths: {
      '/users': { post: create },
      '/users/{user}': { ...inPath('user'), ...one },
      '/users/{user}/posts': { ...inPath('user'), post: create },
      '/users/{user}/posts/{post}': { ...inPath('user', 'post'), ...one },
    },
  });
  const only = ['document/parent-is-deleted'];
  const { outcomes, leftovers } = await runDocument(url, document, {}, { only });
  return [outcomes.map(({ kind }) => kind), leftovers];
}

test.each<[Way, string]>([
  ['cascades', 'passed'],
  ['rejects', 'passed'],
  ['keeps', 'observed'],
  ['rejects, and deletes the posts', 'failed'],
])('a server that %s has %s', async (way, kind) => {
  expect(await runOn(way)).toEqual([[kind], []]);
});
