import { expect, test } from 'vitest';
import { loadDocument } from '../../../server/app.ts';
import type { OpenApiDocument } from '../../../server/http/document.ts';
import { operationFinder, pathFinder } from '../../../server/http/find-operation.ts';
import type { Problem } from '../../../server/http/problem.ts';
import { type AnyContract, announced, deprecatedContract } from '../../support/server/deprecated-contract.ts';
import { appForTest } from '../../support/server/test-app.ts';

const find = pathFinder({
  '/v1/keys/{id}': 'key',
  '/v1/keys/own': 'own',
  '/v1/keys/{id}.json': 'file',
  '/v1.0/a+b/{key-id}/{part}': 'marks',
  '/v1/(x|y)/[z]*$/{id}': 'brackets',
});

test.each([
  ['/v1/keys/one', 'key', [['id', 'one']]],
  ['/v1/keys/one%2ftwo', 'key', [['id', 'one%2ftwo']]],
  ['/v1/keys/own', 'own', []],
  [
    '/v1.0/a+b/c/d',
    'marks',
    [
      ['key-id', 'c'],
      ['part', 'd'],
    ],
  ],
  ['/v1/(x|y)/[z]*$/c', 'brackets', [['id', 'c']]],
])('%s matches one template', (path, item, parameters) => {
  expect(find(path)).toEqual({ item, parameters });
});

test.each([
  ['a dot is any character', '/v1x0/a+b/c/d'],
  ['a plus repeats', '/v1.0/aab/c/d'],
  ['brackets group', '/v1/x/z/c'],
  ['a parameter has a slash', '/v1.0/a+b/c/d/e'],
  ['a parameter is empty', '/v1/keys/'],
  ['there is more', '/v1/keys/own/'],
])('no template matches as if %s', (_case, path) => {
  expect(find(path)).toBeUndefined();
});

test('the parameters of an operation are decoded', () => {
  const { paths } = loadDocument();
  const { path } = operationFinder({ paths })('DELETE', '/v1/security/apikey/a%2Fb?c');
  expect(path).toEqual({ id: 'a/b' });
});

test('a path without an operation is not found, and a method without one is not allowed', () => {
  const findOperation = operationFinder(loadDocument());
  const reasonOf = (method: string, target: string) => {
    try {
      findOperation(method, target);
    } catch (problem) {
      // What the finder throws.
      return (problem as Problem).reason;
    }
    return undefined;
  };
  expect(reasonOf('POST', '/v1/auth/other')).toBe('not_found');
  expect(reasonOf('GET', '/v1/auth/login')).toBe('method_not_allowed');
});

/** The contract with its login at a path that means something else as a regular expression. */
function documentWithMarks(): OpenApiDocument {
  const { paths, ...document }: AnyContract = deprecatedContract('login');
  const { '/v1/auth/login': login, ...others } = paths;
  return { ...document, paths: { ...others, '/v1.0/auth+log/{kind}': login } };
}

const preflight = { Origin: 'https://app.example.com', 'Access-Control-Request-Method': 'POST' };

test.each([
  ['/v1.0/auth+log/in', 204, announced.deprecation],
  ['/v1x0/auth+log/in', 404, null],
  ['/v1.0/authhlog/in', 404, null],
])('the steps cors and deprecation compare %s with the template literally', async (path, status, header) => {
  const { port } = await appForTest(() => Promise.reject(new Error('unused')), {
    document: documentWithMarks(),
    corsOrigins: [preflight.Origin],
  });
  const url = `http://127.0.0.1:${port}${path}`;
  expect((await fetch(url, { method: 'OPTIONS', headers: preflight })).status).toBe(status);
  const { headers } = await fetch(url, { method: 'POST' });
  expect(headers.get('deprecation')).toBe(header);
});
