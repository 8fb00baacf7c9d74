import { createHmac } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Hooks } from '../../../conformance/engine/hooks.ts';
import { openTarget } from '../../../conformance/engine/profile/open-target.ts';
import { emptyProfile } from '../../../conformance/engine/profile/profile.ts';
import { createSecrets } from '../../../conformance/engine/secrets.ts';
import { runContractTests } from '../../../conformance/suite/run-contract-tests.ts';
import { temporaryFolder } from '../../support/server/database.ts';
import { serverForTest } from '../test-server.ts';
import { openBookshop, shopProfile, testBookshop } from './on-bookshop.ts';

/** Runs the tests of one operation of the bookshop with hooks of these lines. */
async function testWithHooks(url: string, ...lines: string[]) {
  const folder = temporaryFolder();
  const file = join(folder, 'hooks.mjs');
  writeFileSync(file, [`const folder = ${JSON.stringify(folder)};`, ...lines].join('\n'));
  const args = ['--hooks', file, '--operation', 'listBooks'];
  return { file, ...(await testBookshop(url, shopProfile, args, folder)) };
}

test('beforeRequest signs every request, afterResponse sees every response, and no credential is reported', async () => {
  const gatewayToken = 'token-of-the-gateway-17';
  const { url } = await openBookshop((request, response) => {
    const signature = createHmac('sha256', 'k')
      .update(`${request.method} ${request.url}`)
      .digest('hex');
    const { 'x-signature': given, 'x-gateway-token': token } = request.headers;
    if (given === signature && token === gatewayToken) return false;
    response.writeHead(403).end();
    return true;
  });
  const result = await testWithHooks(
    url,
    `import { createHmac } from 'node:crypto';`,
    `import { appendFileSync } from 'node:fs';`,
    `export const beforeRequest = async ({ method, url }) => ({`,
    `  'X-Signature': createHmac('sha256', 'k').update(method + ' ' + url.slice(new URL(url).origin.length)).digest('hex'),`,
    `  'X-Gateway-Token': '${gatewayToken}',`,
    `});`,
    `export const afterResponse = ({ request, response }) =>`,
    `  appendFileSync(folder + '/log', request.method + ' ' + response.status + '\\n');`,
  );
  expect(result.stdout).toContain('passed the selected checks');
  expect(result.code).toBe(0);
  const log = readFileSync(join(result.folder, 'log'), 'utf8').trim().split('\n');
  expect(log).toHaveLength(JSON.parse(result.report()).requests);
  expect(log).toContain('GET 200');
  expect(result.stdout + result.report()).not.toContain(gatewayToken);
});

test.each([
  ['beforeRequest', `() => { throw new Error('no clock') }`, 'failed: Error: no clock'],
  ['afterResponse', `async () => { throw new Error('disk full') }`, 'failed: Error: disk full'],
  ['beforeRequest', `() => ({ 'X-A': 'a\\r\\nb' })`, 'returned an invalid header "X-A"'],
  ['beforeRequest', `() => 'x'`, 'must return an object of headers, or nothing'],
])('an error in %s makes the run inconclusive: %s', async (name, code, message) => {
  const { url } = await openBookshop();
  const result = await testWithHooks(url, `export const ${name} = ${code};`);
  expect(result.stdout.replace(/\s+/g, ' ')).toContain(`the hook ${name} ${message}`);
  expect(result.code).toBe(3);
});

test.each([
  ['an unknown export', 'export const beforeRequests = () => {};', 'Did you mean beforeRequest?'],
  ['no export', '', 'exports nothing: export beforeRequest or afterResponse'],
  [
    'an export of another type',
    'export const beforeRequest = 1;',
    'beforeRequest must be a function',
  ],
  ['a syntax error', 'export const = 1;', 'cannot load'],
])('%s in the module is a usage error', async (_what, code, message) => {
  const { stderr, code: exit } = await testWithHooks('http://127.0.0.1:9', code);
  expect(stderr).toContain(message);
  expect(exit).toBe(2);
});

test('raw requests are changed only if the hooks ask for it', async () => {
  const received: unknown[] = [];
  const server = await serverForTest(({ headers }, response) => {
    received.push(headers['x-added']);
    response.end();
  });
  const bytes = Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  for (const rawRequests of [false, true]) {
    const hooks: Hooks = { beforeRequest: ({ raw }) => ({ 'X-Added': String(raw) }), rawRequests };
    const target = openTarget(emptyProfile, createSecrets(), { baseUrl: server.url, hooks });
    await target.send({ bytes });
    await target.send({ method: 'GET', target: '/' });
    target.close();
  }
  expect(received).toEqual([undefined, 'false', 'true', 'false']);
});

test('runContractTests reports an error in a hook as inconclusive', async () => {
  const { url } = await openBookshop();
  const hooks: Hooks = { beforeRequest: () => Promise.reject(new Error('no key')) };
  const { verdict, stopReason } = await runContractTests({ baseUrl: url, hooks, only: ['paths'] });
  expect(verdict).toBe('inconclusive');
  expect(stopReason).toBe('the hook beforeRequest failed: Error: no key');
});
