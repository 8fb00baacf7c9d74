import { expect, test } from 'vitest';
import { paths, tokenOf } from '../../support/http/call-operations.ts';
import { sendRequest } from '../../support/http/send-request.ts';
import { addPerson, credentialsOf } from '../../support/server/people.ts';
import { serverForFile } from '../../support/server/test-server.ts';

const server = await serverForFile();
const token = await tokenOf(server, credentialsOf(await addPerson(server)));
const post = (target: string) => sendRequest(server, { target, body: {} });
const remove = (target: string) => sendRequest(server, { method: 'DELETE', target, token });

test.each([
  '/',
  '/v1',
  '/v1/',
  '//v1/auth/login',
  '/v1/./auth/login',
  '/v1/x/../auth/login',
  '/v1/%2e/auth/login',
  '/v1%2fauth/login',
  '/v1/auth/login%2f',
  '/v1\\auth\\login',
  '/v1/auth/login%00',
  '/v1/security/apikey',
  '/v1/security/apikey/',
  '/v1/security/apikey/x/',
  '/health',
  '/openapi.json',
  '/favicon.ico',
  '*',
])('there is nothing at %s', async (target) => {
  expect((await post(target)).reason).toBe('not_found');
});

test('a query changes nothing, however odd', async () => {
  const queries = ['?', '?a=1&a=2', '?%ff=%zz', '?a[b]=1&__proto__[x]=1&constructor=3', '?password=x'];
  for (const query of queries) expect((await post(paths.login + query)).reason).toBe('validation_failed');
});

test.each(['generate', '%67enerate', 'gener%61t%65'])('no key has the id %s', async (id) => {
  const response = await remove(paths.revoke(id));
  expect(response.reason).toBe('method_not_allowed');
  expect(response.header('allow')).toBe('POST');
});

test.each([
  'Generate',
  'generate%20',
  '%2567enerate',
  'a%2Fb',
  'a%5Cb',
  '%C3%A9',
  ':id',
  '*',
  "'%20or%201=1--",
  'key_0000000000000000000000%0a',
])('an id such as %s is only an id', async (id) => {
  expect((await remove(paths.revoke(id))).reason).toBe('key_not_found');
});
