import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { program as openapiContractTests } from '../../../conformance/engine/bin/program.ts';
import { runProgram } from '../../../conformance/engine/terminal/program.ts';
import { commandLine } from '../../bin/support/in-process.ts';
import { engineUrl } from '../../support/command/child-process.ts';
import { temporaryFile, temporaryFolder } from '../../support/server/database.ts';
import { key } from '../document/bookshop-server.ts';
import { documentFiles, documentPath } from '../document/run-document.ts';
import { serverForTest } from '../test-server.ts';
import { openBookshop } from './on-bookshop.ts';

const bookshop = documentPath('bookshop-3.0');

const program = (...args: readonly string[]) =>
  commandLine(args, {
    run: (typed, terminal) => runProgram(typed, terminal, openapiContractTests),
  });

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
