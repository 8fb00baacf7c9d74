import { expect, test } from 'vitest';
import { documentSuite } from '../../../conformance/engine/document/document-suite.ts';
import type { RunOptions } from '../../../conformance/engine/run/run-options.ts';
import { commandLine } from '../../bin/support/in-process.ts';
import { isJsonType, jsonListener, objectIn } from '../json-listener.ts';
import { serverForTest } from '../test-server.ts';
import { documentFiles, runDocument } from './run-document.ts';

const clock = { now: () => 1_700_000_000_000, pause: async () => {} };
const json = 'content: { application/json: { schema: { $ref: "#/components/schemas/User" } } }';
const post = (operationId: string) => `
    post:
      operationId: ${operationId}
      requestBody: { required: true, ${json} }
      responses:
        201: { description: Added, ${json} }
        400: { description: Invalid }
        409: { description: The name is taken }`;

/** Users with names of their own, which nothing deletes, and invitations that no operation reads. */
const document = `
openapi: 3.1.0
info: { title: Users, version: '1' }
paths:
  /users: ${post('addUser')}
  /users/{id}:
    get:
      operationId: getUser
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { 200: { description: A user, ${json} }, 404: { description: None } }
  /invitations: ${post('invite')}
components:
  schemas:
    User:
      type: object
      required: [name]
      properties: { name: { type: string, minLength: 3, maxLength: 20 } }
`;

function directory(form = /^/) {
  const users: string[] = [];
  const invited: string[] = [];
  return jsonListener((received) => {
    const { method, path, json } = received;
    const [, id] = /^\/users\/(\d+)$/.exec(path) ?? [];
    if (id !== undefined && method === 'GET') {
      const found = users[Number(id) - 1];
      return found === undefined ? [404] : [200, { name: found, id: Number(id) }];
    }
    if (path !== '/users' && path !== '/invitations') return [404];
    if (method !== 'POST') return [405, undefined, { allow: 'POST' }];
    const { name: given } = objectIn(json) ?? {};
    const length = typeof given === 'string' ? [...given].length : 0;
    if (!isJsonType(received) || typeof given !== 'string' || length < 3 || length > 20)
      return [400];
    if (!form.test(given)) return [400];
    const taken = path === '/users' ? users : invited;
    if (taken.includes(given)) return [409];
    taken.push(given);
    return [201, path === '/users' ? { name: given, id: users.length } : { name: given }];
  });
}

const run = (url: string, options: Partial<RunOptions> = {}) =>
  runDocument(url, document, {}, { clock, ...options });

test('tests the operations that create again and again on the same server, although nothing deletes', async () => {
  const { url } = await serverForTest(directory());
  for (let round = 1; round <= 6; round += 1) {
    const result = await run(url, { clock: { ...clock, now: () => clock.now() + round } });
    expect(result.broken, `run ${round}`).toEqual({});
    expect(result.withoutSuccess, `run ${round}`).toEqual([]);
    expect(
      result.outcomes.filter(({ kind, skipped }) => kind === 'skipped' && skipped === 'missing'),
      `run ${round}`,
    ).toEqual([]);
  }
});

test('gives each user another name where names have only letters, of any script', async () => {
  const { url } = await serverForTest(directory(/^\p{L}+( \p{L}+){0,2}$/u));
  const letters = document.replace(
    'minLength: 3,',
    () => String.raw`pattern: '^[\p{L}]+( [\p{L}]+){0,2}$', minLength: 3,`,
  );
  const { broken, withoutSuccess, outcomes } = await runDocument(url, letters, {}, { clock });
  expect(broken).toEqual({});
  expect(withoutSuccess).toEqual([]);
  expect(outcomes.filter(({ skipped }) => skipped === 'missing')).toEqual([]);
});

test('gives each user another name where the name is inside of an object of the body', async () => {
  const users: string[] = [];
  const { url } = await serverForTest(
    jsonListener((received) => {
      const { method, path, json } = received;
      if (path !== '/people') return [404];
      if (method !== 'POST') return [405, undefined, { allow: 'POST' }];
      const { data } = objectIn(json) ?? {};
      const { type, attributes } = objectIn(data) ?? {};
      const { name } = objectIn(attributes) ?? {};
      if (!isJsonType(received) || type !== 'person' || typeof name !== 'string') return [400];
      if (users.includes(name)) return [409];
      users.push(name);
      return [201, json];
    }),
  );
  const properties = { name: { type: 'string', example: 'Ada' } };
  const attributes = { type: 'object', required: ['name'], properties };
  const data = {
    type: 'object',
    required: ['type', 'attributes'],
    properties: { type: { const: 'person' }, attributes },
  };
  const schema = { type: 'object', required: ['data'], properties: { data } };
  const json = { content: { 'application/json': { schema } } };
  const responses = {
    201: { description: 'Added', ...json },
    400: { description: 'Invalid' },
    409: { description: 'The name is taken' },
  };
  const post = { operationId: 'addPerson', requestBody: { required: true, ...json }, responses };
  const people = {
    openapi: '3.1.0',
    info: { title: 'People', version: '1' },
    paths: { '/people': { post } },
  };
  const { broken, outcomes } = await runDocument(url, JSON.stringify(people), {}, { clock });
  expect(Object.keys(broken).filter((check) => !check.includes('invalid-body'))).toEqual([]);
  expect(outcomes.filter(({ skipped }) => skipped === 'missing')).toEqual([]);
  expect(users.length).toBeGreaterThan(3);
});

test('takes its seed from the document, and another one with --seed random', async () => {
  const { url } = await serverForTest(directory());
  const path = documentFiles({ 'users.yaml': document });
  const seedOf = async (...args: readonly string[]) => {
    const only = ['--only', 'document/undeclared-method'];
    const { stdout } = await commandLine([
      'test',
      url,
      '--document',
      path,
      ...only,
      '--json',
      ...args,
    ]);
    return JSON.parse(stdout).seed;
  };
  const { seed } = documentSuite(document);
  expect(await seedOf()).toBe(seed);
  expect(await seedOf('--seed', '7')).toBe(7);
  expect(await seedOf('--seed', 'random')).not.toBe(seed);
});
