import { expect, test } from 'vitest';
import { documentSuite } from '../../../conformance/engine/document/document-suite.ts';
import { serverForTest } from '../test-server.ts';
import { runDocument } from './run-document.ts';
import { sharedDocument, sharedServer } from './shared-server.ts';

test('gives every operation its cheap checks before any gets generated requests', () => {
  const ids = documentSuite(sharedDocument).checks.map(({ id }) => id);
  // What deletes the to-dos of all comes after everything else.
  const last = ids.findIndex((id) => id.endsWith('/removeTodos'));
  const cheap = ids.findLastIndex((id, at) => id.startsWith('document/undeclared-method/') && at < last);
  const generated = ids.findIndex((id) => id.startsWith('document/fuzz/'));
  expect(cheap).toBeGreaterThan(0);
  expect(generated).toBeGreaterThan(cheap);
  expect(ids.slice(last).every((id) => id.endsWith('/removeTodos'))).toBe(true);
});

test.each([
  ['text/html; charset=utf-8', 'observed'],
  ['application/json', 'failed'],
])('a GET of an undeclared path that returns %s is %s', async (type, kind) => {
  const api = sharedServer();
  const { url } = await serverForTest((request, response) => {
    const isPage = request.method === 'GET' && request.url === '/notes';
    if (isPage) response.writeHead(200, { 'content-type': type }).end('{}');
    else api.listener(request, response);
  });
  const { outcomes } = await runDocument(url, sharedDocument, {}, { only: ['document/undeclared-method'] });
  expect(outcomes.find(({ check }) => check.endsWith('/addNote'))?.kind).toBe(kind);
});
