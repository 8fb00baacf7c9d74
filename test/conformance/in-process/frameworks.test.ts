import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contractTests } from '../../../conformance/engine/index.ts';
import { isInstalled } from '../../support/which-tests-run.ts';
import { collectTests, failedIn } from './collect-tests.ts';

const folder = new URL('../../frameworks/', import.meta.url);
const document = join(folder.pathname, 'openapi.yaml');
const { createNotes } = await import(new URL('notes.mjs', folder).href);

const frameworks = isInstalled('test/frameworks')
  ? ['express', 'fastify', 'koa', 'nest', 'hono', 'fetch']
  : ['express', 'fetch'];

async function testApp(framework: string, fault: boolean) {
  const { createApp } = await import(new URL(`${framework}.mjs`, folder).href);
  const { runner, results } = collectTests();
  await contractTests(await createApp(createNotes({ fault })), {
    document,
    runner,
    fuzz: false,
    operations: ['/notes*'],
  });
  return results;
}

test.each(frameworks)('passes an app of %s, and finds the field that it loses', async (name) => {
  const results = await testApp(name, false);
  expect(failedIn(results)).toEqual({});
  const passed = [...results].filter(([, result]) => result === 'passed').map(([test]) => test);
  for (const operation of ['GET /notes', 'POST /notes', 'GET /notes/{id}', 'DELETE /notes/{id}'])
    expect(passed).toContainEqual(expect.stringContaining(`contract > ${operation} > document/`));
  expect(passed).toContain('contract > the tests reach a verdict');

  const failed = failedIn(await testApp(name, true));
  expect(failed).toEqual({
    'contract > POST /notes > document/response-schema: Returns bodies that match their schema.':
      expect.stringMatching(/^expected: .* required property 'text'\ngot: \{"id":"\d+"\}$/m),
  });
});

test('tests a server of node:http that does not listen, below the path of the document', async () => {
  const paths = new Set<string>();
  const server = createServer((request, response) => {
    paths.add(request.url ?? '');
    response.writeHead(204).end();
  });
  const { runner, results } = collectTests();
  const operation = { operationId: 'ping', responses: { 204: { description: 'It is up.' } } };
  await contractTests(server, {
    document: {
      openapi: '3.1.0',
      info: { title: 'Ping', version: '1' },
      servers: [{ url: 'https://api.example.com/v2' }],
      paths: { '/ping': { get: operation } },
    },
    runner,
    only: ['document/example'],
  });
  expect([...results.values()]).toContain('passed');
  expect([...paths]).toEqual(['/v2/ping']);
});

test('a run in which no request succeeds is a failed test, with the reason', async () => {
  const { runner, results } = collectTests();
  await contractTests(() => new Response(null, { status: 403 }), { document, runner });
  expect(failedIn(results)).toMatchObject({
    'contract > the tests reach a verdict': expect.stringMatching(/^Inconclusive: .+/),
  });
});

test.each([
  ['a number', 7, /is no listener of node:http/],
  ['an object without a method of an app', {}, /is no listener of node:http/],
])('rejects %s as an app', async (_name, app, message) => {
  const { runner } = collectTests();
  // As JavaScript may call it.
  const given = app as never;
  await expect(contractTests(given, { document, runner })).rejects.toThrow(message);
});
