import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { contractTests } from '../../../conformance/engine/index.ts';
import { isInstalled } from '../../support/which-tests-run.ts';
import { collectTests, failedIn } from './collect-tests.ts';

const folder = new URL('../../frameworks/', import.meta.url);
const document = new URL('notes.yaml', folder).pathname;

const isResponse = 'document/response-schema: Returns bodies that match their schema.';

/** The mistake of each app, as the tests report it: the name of a test, and what its message has. */
const mistakes: Readonly<Record<string, readonly [test: string, message: RegExp]>> = {
  express: [
    'POST /pets > document/credentials-invented/addPet: Rejects credentials that the server never issued.',
    /^expected: a rejection of a request with an invented credential\ngot: 200$/m,
  ],
  next: [
    `POST /notes > ${isResponse}`,
    /^expected: .* required property 'text'\ngot: \{"id":"\d+"\}$/m,
  ],
  deno: [
    `POST /notes > ${isResponse}`,
    /^expected: .* required property 'text'\ngot: \{"id":"\d+"\}$/m,
  ],
  ...(isInstalled('test/frameworks') && {
    fastify: [
      `GET /users/{id} > ${isResponse}`,
      /^expected: \/name must NOT have fewer than 1 characters$/m,
    ],
    hono: [`POST /users > ${isResponse}`, /^expected: \/age must be number\ngot: "\d+"$/m],
    koa: [
      `GET /posts/{id} > ${isResponse}`,
      /^GET \/posts\/__proto__\nexpected: the body must be object\ngot: \[\]$/m,
    ],
    nest: [
      `GET /cats/{id} > ${isResponse}`,
      /^expected: .* required property 'name'\ngot: \{"id":-?\d+\}$/m,
    ],
  }),
};

async function testApp(framework: string, fault: boolean) {
  const { createApp } = await import(new URL(`${framework}.mjs`, folder).href);
  const { runner, results } = collectTests();
  const { app, ...options } = await createApp({ fault });
  await contractTests(app, { runner, fuzz: false, ...options });
  return results;
}

test.each(Object.entries(mistakes))(
  'passes the app of %s, and finds its mistake',
  async (name, [test, message]) => {
    const results = await testApp(name, false);
    expect(failedIn(results)).toEqual({});
    expect(results.get('contract > the tests reach a verdict')).toBe('passed');
    const passed = [...results.values()].filter((result) => result === 'passed');
    expect(passed.length).toBeGreaterThan(20);

    const failed = failedIn(await testApp(name, true));
    expect(failed).toHaveProperty([`contract > ${test}`], expect.stringMatching(message));
    const others = Object.keys(failed).filter((one) => !one.endsWith(test.replace(/^.* > /, '')));
    expect(others).toEqual([]);
  },
);

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
