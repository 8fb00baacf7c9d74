import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandLine, engineLine } from '../../bin/support/in-process.ts';
import { engineUrl } from '../../support/command/child-process.ts';
import { temporaryFile, temporaryFolder } from '../../support/server/database.ts';
import { key } from '../document/bookshop-server.ts';
import { documentFiles, documentPath } from '../document/run-document.ts';
import { serverForTest } from '../test-server.ts';
import { openBookshop } from './on-bookshop.ts';

const bookshop = documentPath('bookshop-3.0');

const program = (...args: readonly string[]) => engineLine(args);

test('init writes each credential and value that the document needs, and says where it is used', async () => {
  const file = join(temporaryFolder(), 'profile.yaml');
  const parameters = [
    { name: 'tenant', in: 'query', required: true, schema: { type: 'string' } },
    { name: 'page', in: 'query', required: true, schema: { type: 'integer' }, example: 1 },
    { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
  ];
  const get = {
    security: [{ apiKey: [] }],
    parameters,
    responses: { 200: { description: 'one' } },
  };
  const securitySchemes = { apiKey: { type: 'apiKey', in: 'header', name: 'X-Key' } };
  const written = {
    openapi: '3.1.0',
    paths: { '/users/{id}': { get } },
    components: { securitySchemes },
  };
  const document = documentFiles({ 'openapi.json': written });
  const { code, stderr } = await program('init', file, '--document', document);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringContaining(`--profile ${file}`),
  });
  const text = readFileSync(file, 'utf8');
  expect(text).toContain('  # header X-Key; 1 operation: GET /users/{id}\n  apiKey: env:API_KEY\n');
  expect(text).toContain('#   # query tenant; 1 operation: GET /users/{id}\n#   tenant: …\n');
  expect(text).toContain('#   GET /users/{id}: { id: … }\n');
  expect(text).not.toContain('page');
});

test.each([
  ['list', ['list', 'openapi.yaml'], /too many arguments for 'list'/],
  ['init', ['init', 'openapi.json'], /required option '--document/],
  ['test, instead of the address', ['test', 'openapi.yml'], /is a document, not the base URL/],
  ['test, after the address', ['test', 'http://127.0.0.1:9', 'a/openapi.yaml'], /too many/],
  ['proxy', ['proxy', 'openapi.yaml'], /is a document, not the base URL/],
  ['a file of another name', ['list', bookshop.replace(/[^/]*$/, '')], /too many/],
])('says how to give a document that was typed as an argument of %s', async (_what, args, why) => {
  const { code, stderr } = await program(...args);
  expect(stderr).toMatch(why);
  expect(stderr).toContain(`Did you mean --document ${args.at(-1)}?`);
  expect(code).toBe(2);
});

test('shows which documents to compare where one is missing', async () => {
  const { code, stderr } = await program('diff', 'openapi.yaml');
  expect(stderr).toContain('Write: openapi-contract-tests diff [options] <old> <new>');
  expect(code).toBe(2);
});

test('leaves out the query of the address of a document, which may be a secret, in all that is printed', async () => {
  const { url } = await serverForTest((request, response) => {
    const isDocument = request.url === '/openapi.json?token=hidden-in-the-query';
    const status = isDocument ? 200 : request.method === 'GET' ? 204 : 500;
    response.writeHead(status, { 'content-type': 'application/json' });
    const get = { responses: { 204: { description: 'OK' } } };
    response.end(isDocument ? JSON.stringify({ openapi: '3.1.0', paths: { '/a': { get } } }) : '');
  });
  const folder = temporaryFolder();
  const formats = ['json', 'junit', 'sarif', 'html', 'har'];
  const files = formats.map((format) => join(folder, format));
  const { code, stdout, stderr } = await program(
    ...['test', url, '--document', `${url}/openapi.json?token=hidden-in-the-query`, '--verbose'],
    ...formats.flatMap((format, at) => ['--report', `${format}=${files[at]}`]),
  );
  expect(code).toBe(1);
  const written = files.map((file) => readFileSync(file, 'utf8'));
  for (const text of [stdout, stderr, ...written]) expect(text).not.toContain('hidden');
  expect(written[0]).toContain(`${url}/openapi.json`);
});

test('without a document it says which option is missing', async () => {
  const { code, stderr } = await program('test', 'http://127.0.0.1:9');
  expect(stderr).toBe(
    'error: give the OpenAPI document of the server with --document, or checks of your own with --suite\n',
  );
  expect(code).toBe(2);
});

test('each check of a document has an id of its own, and one of --suite must have one', async () => {
  const get = { responses: { 200: { description: 'one' } } };
  const paths = { '/a/b': { get }, '/a-b': { get } };
  const document = documentFiles({ 'openapi.json': { openapi: '3.1.0', paths } });
  const own = temporaryFile(
    'own.mjs',
    `import { defineCheck, defineSuite, shown } from '${engineUrl}';
const check = (id) => defineCheck({ id, rule: 'Holds.', ...shown('README'), run: async () => undefined });
export const one = defineSuite({ name: 'one', checks: [check('own/first'), check('own/second')] });
export const other = defineSuite({ name: 'other', checks: [check('own/second')] });
`,
  );
  const listed = await program('list', '--document', document);
  expect(listed.stdout.match(/document\/example\/get-a-b\S*/g)).toEqual([
    'document/example/get-a-b',
    'document/example/get-a-b-2',
  ]);
  const { code, stderr } = await program('list', '--document', document, '--suite', own);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: 'error: two checks have the id own/second\n',
  });
});

test('a session cookie among the headers is not sent where a check sends no credentials', async () => {
  const securitySchemes = { session: { type: 'apiKey', in: 'cookie', name: 'session' } };
  const get = { operationId: 'me', security: [{ session: [] }], responses: { 200: {}, 401: {} } };
  const written = { openapi: '3.1.0', paths: { '/me': { get } }, components: { securitySchemes } };
  const document = documentFiles({ 'openapi.json': written });
  const statuses = async (isOpen: boolean) => {
    const { url } = await serverForTest((request, response) => {
      response.writeHead(isOpen || request.headers.cookie === 'sid=1' ? 200 : 401).end();
    });
    const only = ['--only', 'document/credentials-missing', 'document/credentials-invented'];
    return (
      await program('test', url, '--document', document, '--header', 'Cookie: sid=1', ...only)
    ).code;
  };
  expect([await statuses(false), await statuses(true)]).toEqual([0, 1]);
});

test('list prints the checks of a document, and the examples of help name this program', async () => {
  const { stdout } = await program('list', '--document', bookshop, '--only', 'document/created-*');
  expect(stdout).toContain('document/created-is-readable/getBook  (');
  expect((await program('diff', '--help')).stdout).toContain(
    '\n  openapi-contract-tests diff released.yaml',
  );
});

test('a prompt takes a credential without showing it', async () => {
  const received: string[] = [];
  const server = await openBookshop(({ rawHeaders }) => {
    received.push(...rawHeaders);
    return false;
  });
  const profile = temporaryFile('profile.yaml', 'credentials: { apiKey: prompt }\n');
  const inputs = ['--document', bookshop, '--profile', profile, '--only', 'document/example'];
  const { stdout, stderr } = await commandLine(['test', server.url, ...inputs], {
    atTerminal: true,
    input: `${key}\r`,
  });
  expect(stderr).toContain('/credentials/apiKey: ');
  expect(received).toContain(key);
  expect(`${stdout}${stderr}`).not.toContain(key);
});
