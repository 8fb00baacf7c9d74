import { expect, test } from 'vitest';
import { jsonListener, type Received, type Reply } from '../json-listener.ts';
import { serverForTest } from '../test-server.ts';
import { runDocument, stopAfter } from './run-document.ts';

const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Search', version: '1' },
  paths: {
    '/search': {
      get: {
        operationId: 'search',
        parameters: [{ name: 'q', in: 'query', schema: { type: 'string' } }],
        responses: {
          200: { description: 'ok', content: { 'application/json': { schema: {} } } },
        },
      },
    },
  },
});

/** A server that fails for a text which one in a few hundred generated requests has. */
function search({ method, path, query }: Received): Reply {
  if (path !== '/search') return [404];
  if (method !== 'GET') return [405, undefined, { allow: 'GET' }];
  const characters = [...(query.get('q') ?? '')];
  const sum = characters.reduce((total, one) => total + (one.codePointAt(0) ?? 0), 0);
  return characters.length > 1 && sum % 101 === 7 ? [500] : [200, []];
}

/** Stops the run when its generated requests have found something. */
async function runThoroughly(respond: (received: Received) => Reply, rounds: number) {
  const { url } = await serverForTest(jsonListener(respond));
  return runDocument(url, document, {}, stopAfter(rounds, 'document/fuzz'));
}

test('with --thorough, generated requests go on with other values, and find what the first ones did not', async () => {
  const once = await runThoroughly(search, 1);
  expect(once.broken).toEqual({});
  const more = await runThoroughly(search, 60);
  expect(Object.keys(more.broken)).toEqual(
    expect.arrayContaining(['document/fuzz/search', 'responses/no-server-error']),
  );
});

test('the rounds find nothing wrong with a correct server', async () => {
  const { broken } = await runThoroughly((received) => {
    const [status, ...rest] = search(received);
    return status === 500 ? [200, []] : [status, ...rest];
  }, 20);
  expect(broken).toEqual({});
});
