import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { engineLine } from '../../bin/support/in-process.ts';
import { temporaryFolder } from '../../support/server/database.ts';
import { key, staff } from '../document/bookshop-server.ts';
import { documentPath } from '../document/run-document.ts';
import { serverForTest } from '../test-server.ts';
import { openBookshop } from './on-bookshop.ts';

const bookshop = readFileSync(documentPath('bookshop-3.0'), 'utf8');

const program = (environment: NodeJS.ProcessEnv, ...args: readonly string[]) =>
  engineLine(args, {
    environment: { PATH: process.env.PATH ?? '', ...environment },
  });

/** A bookshop that serves its document at this path, and the requests that it gets. */
async function shopWithDocument(path: string, headers = {}) {
  const methods = new Set<string>();
  const { url } = await openBookshop((request, response) => {
    methods.add(request.method ?? '');
    if (request.url === '/') response.writeHead(404, headers).end();
    else if (request.url === path) response.writeHead(200).end(bookshop);
    else return false;
    return true;
  });
  return { url, methods };
}

test('finds the document of a running server, and writes a profile with which a run passes', async () => {
  const { url, methods } = await shopWithDocument('/v3/api-docs');
  const file = join(temporaryFolder(), 'profile.yaml');
  const environment = { API_KEY: key, STAFF: staff };
  const { code, stdout, stderr } = await program(environment, 'init', url, file);
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${file}\n` });
  expect(stderr).toContain(`The OpenAPI document is ${url}/v3/api-docs\n`);
  expect(stderr).toMatch(/^Read from \d+ operations?: [1-9]\d* returned a success$/m);
  expect([...methods].filter((method) => !/^(GET|HEAD|OPTIONS)$/.test(method))).toEqual([]);

  const [, command = ''] =
    /^Run: npx --no-install openapi-contract-tests (test .*)$/m.exec(stderr) ?? [];
  const run = await program(environment, ...command.split(' '), '--no-fuzz');
  expect(run.stdout).toContain('passed');
  expect(run.code).toBe(0);
});

test('leaves out credentials that are not set, so that a run begins without them', async () => {
  const { url } = await shopWithDocument('/docs/v7.yaml', {
    Link: '</docs/v7.yaml>; rel="service-desc"; type="application/yaml"',
  });
  const file = join(temporaryFolder(), 'profile.yaml');
  const { stderr } = await program({ STAFF: staff }, 'init', url, file);
  expect(stderr).toContain(`The OpenAPI document is ${url}/docs/v7.yaml\n`);
  expect(stderr).toContain(`To test what needs credentials, set API_KEY and edit ${file}\n`);
  const text = readFileSync(file, 'utf8');
  expect(Object.keys(parse(text).credentials)).toEqual(['staff']);
  expect(text).toContain('# Set API_KEY in the environment');
});

test('uses the path that the document gives for its server, where the address lacks it', async () => {
  const get = { operationId: 'ping', responses: { 200: { description: 'It is up.' } } };
  const document = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Ping', version: '1' },
    servers: [{ url: '/base' }],
    paths: { '/ping': { get } },
  });
  const { url } = await serverForTest((request, response) => {
    const isDocument = request.url === '/swagger.json';
    response.writeHead(isDocument || request.url === '/base/ping' ? 200 : 404);
    response.end(isDocument ? document : '');
  });
  const file = join(temporaryFolder(), 'profile.yaml');
  const { stderr } = await program({}, 'init', url, file);
  expect(stderr).toContain(
    `Run: npx --no-install openapi-contract-tests test ${url}/base --document`,
  );
});

test('says how to request a token, for a document with a flow of OAuth', async () => {
  const tokenUrl = "https://login.example.com/token?for=it's";
  const oauth = { type: 'oauth2', flows: { clientCredentials: { tokenUrl, scopes: {} } } };
  const { url } = await serverForTest((_request, response) => {
    const paths = { '/a': { get: { responses: { 200: { description: 'It.' } } } } };
    const components = { securitySchemes: { oauth } };
    response.end(JSON.stringify({ openapi: '3.1.0', paths, components }));
  });
  const file = join(temporaryFolder(), 'profile.yaml');
  await program({}, 'init', '--document', `${url}/openapi.json`, file);
  expect(parse(readFileSync(file, 'utf8')).credentials.oauth).toEqual({
    ...{ grant: 'client_credentials', tokenUrl },
    ...{ clientId: 'env:OAUTH_CLIENT_ID', clientSecret: 'env:OAUTH_CLIENT_SECRET' },
  });
});

test('says what to do about a server that has no document in the usual places, or does not respond', async () => {
  const { url } = await serverForTest((_request, response) => void response.end('<html></html>'));
  const file = join(temporaryFolder(), 'profile.yaml');
  const without = await program({}, 'init', url, file);
  expect(without.stderr).toContain(`such as ${url}/openapi.json; give it with --document\n`);
  expect(without.code).toBe(2);
  const silent = await program({}, 'init', 'http://127.0.0.1:9', file);
  expect(silent.stderr).toMatch(/^error: http:\/\/127\.0\.0\.1:9 does not respond: .+\n$/);
  expect(silent.code).toBe(2);
});
