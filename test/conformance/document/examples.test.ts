import { expect, test } from 'vitest';
import { jsonListener, objectIn } from '../json-listener.ts';
import { serverForTest } from '../test-server.ts';
import { runDocument } from './run-document.ts';

const body = (schema: object) => ({ content: { 'application/json': { schema } } });
const task = {
  type: 'object',
  required: ['title'],
  properties: { title: { type: 'string', minLength: 1 } },
};
const problem = { description: 'Wrong.' };
const shown = { 200: { description: 'The task.', ...body(task) }, 400: problem };
const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Tasks', version: '1' },
  paths: {
    '/tasks': {
      post: {
        operationId: 'addTask',
        requestBody: { required: true, ...body(task) },
        responses: { 201: { description: 'Added.', ...body(task) }, 400: problem },
      },
    },
    '/tasks/{taskId}': {
      get: {
        operationId: 'getTask',
        parameters: [
          { name: 'taskId', in: 'path', required: true, schema: { type: 'integer' }, example: 800 },
          { name: 'style', in: 'query', schema: { type: 'string' }, example: 'short' },
        ],
        responses: shown,
      },
    },
  },
});

/** It has no 404: what does not exist is a wrong request. */
function tasks(acceptsStyle: boolean) {
  const titles: string[] = [];
  return jsonListener(({ method, path, query, json }) => {
    if (path === '/tasks' && method === 'POST') {
      const { title } = objectIn(json) ?? {};
      if (typeof title !== 'string' || title === '') return [400];
      return [201, { id: titles.push(title), title }];
    }
    const title = titles[Number(path.slice('/tasks/'.length)) - 1];
    if (method !== 'GET') return [405, undefined, { allow: 'GET' }];
    if (title === undefined || (query.has('style') && !acceptsStyle)) return [400];
    return [200, { id: titles.indexOf(title) + 1, title }];
  });
}

test.each([
  ['nothing against a server on which the id of an example does not exist', true, []],
  [
    'a server that rejects the example of another parameter, too',
    false,
    ['document/example/getTask'],
  ],
])('reports %s', async (_what, acceptsStyle, expected) => {
  const { url } = await serverForTest(tasks(acceptsStyle));
  const { broken } = await runDocument(url, document, {}, { only: ['document/example/getTask'] });
  expect(Object.keys(broken)).toEqual(expected);
});
