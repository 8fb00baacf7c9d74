import { expect, test } from 'vitest';
import { emptyProfile } from '../../../conformance/engine/profile/profile.ts';
import { jsonListener, type Received, type Reply } from '../json-listener.ts';
import { serverForTest } from '../test-server.ts';
import { runDocument } from './run-document.ts';

const list = {
  200: { description: 'OK', content: { 'application/json': { schema: { type: 'array' } } } },
};
const error = { description: 'Error', content: { 'application/json': {} } };

/** A rejection with a body that is no object is a finding. */
const strict = {
  ...list,
  '4XX': { description: '', content: { 'application/json': { schema: { type: 'object' } } } },
};

const document = (more: object = {}, responses: object = { ...list, default: error }) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Orders', version: '1' },
    paths: { '/orders': { get: { operationId: 'listOrders', responses } } },
    ...more,
  });

async function run(text: string, respond: (request: Received) => Reply, options = {}) {
  const { url } = await serverForTest(jsonListener(respond));
  return { url, ...(await runDocument(url, text, {}, options)) };
}

test('is inconclusive when every response is 404, and names the base path of the document', async () => {
  const servers = [
    { url: '/api/{version}/', variables: { version: { default: 'v3', enum: ['v3', 'v2'] } } },
  ];
  const { exit, noSuccess, broken, url } = await run(document({ servers }, strict), () => [
    404,
    'Not Found',
  ]);
  expect(broken).not.toEqual({});
  expect(exit).toBe(3);
  expect(noSuccess).toContain('returned 404');
  expect(noSuccess).toContain(`is ${url}/api/v3 the address to test?`);
});

test('says the base path also for an absolute address of the document', async () => {
  const servers = [{ url: 'https://example.com/shop' }];
  const { noSuccess, url } = await run(document({ servers }), () => [404, {}]);
  expect(noSuccess).toContain(`is ${url}/shop the address to test?`);
});

test('does not blame the base path that it was given', async () => {
  const { url } = await serverForTest(jsonListener(() => [404, {}]));
  const servers = [{ url: '/api/v3' }];
  const { noSuccess } = await runDocument(`${url}/api/v3`, document({ servers }));
  expect(noSuccess).toContain(`Is ${url}/api/v3 the address of this API?`);
});

test('quotes the server, and names the header that it wants', async () => {
  const { exit, noSuccess } = await run(document(), () => [
    400,
    { errors: [{ message: 'X-Workspace is required' }] },
  ]);
  expect(exit).toBe(3);
  expect(noSuccess).toContain('listOrders returned 400 "X-Workspace is required"');
  expect(noSuccess).toContain('Give the header X-Workspace under `headers` in the profile');
});

test('asks for credentials when the server wants them, whatever else the run has found', async () => {
  const { exit, noSuccess, broken } = await run(document({}, strict), () => [401, 'Log in first']);
  expect(broken).not.toEqual({});
  expect(exit).toBe(3);
  expect(noSuccess).toContain('"Log in first". The profile has no credentials');
});

test('doubts the credentials that it has', async () => {
  const profile = { ...emptyProfile, credentials: { key: 'abcdefgh' } };
  const { noSuccess } = await run(document(), () => [401, {}], { profile });
  expect(noSuccess).toContain('Check the credentials in the profile');
});

test('does not count a redirect as a success', async () => {
  const { exit, noSuccess } = await run(document(), () => [302, {}]);
  expect(exit).toBe(3);
  expect(noSuccess).toContain('returned a redirect');
});

test('counts a redirect as the success of an operation that only redirects', async () => {
  const { exit } = await run(
    document({}, { 302: { description: 'Found' }, '4XX': error }),
    ({ method }) => [method === 'GET' ? 302 : 404, {}],
  );
  expect(exit).toBe(0);
});

test('does not pass a run that never sent its only operation', async () => {
  const remove = {
    delete: { operationId: 'deleteOrder', responses: { 204: { description: '' } } },
  };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const paths = { '/orders/{id}': { parameters: [id], ...remove } };
  const { exit, noSuccess } = await run(document({ paths }), () => [404, {}]);
  expect(exit).toBe(3);
  expect(noSuccess).toBeDefined();
});

test('fails as before a server of which one operation succeeded', async () => {
  const { exit, noSuccess } = await run(document({}, list), () => [200, {}]);
  expect(noSuccess).toBeUndefined();
  expect(exit).toBe(1);
});
