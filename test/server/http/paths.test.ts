import { expect, test } from 'vitest';
import { generate, paths, revoke, textIn, tokenOf } from '../../support/http/call-operations.ts';
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
  '/v2/auth/login',
  '/v1/auth/login/',
  '/V1/auth/login',
  '/v1/auth/Login',
  '/v1//auth/login',
  '//v1/auth/login',
  '/v1/./auth/login',
  '/v1/x/../auth/login',
  '/v1/%2e/auth/login',
  '/v1%2fauth/login',
  '/v1/auth/login%2f',
  '/v1/auth/login%20',
  '/v1/auth/login;v=1',
  '/v1/auth/login.json',
  '/v1\\auth\\login',
  '/v1/auth/login%00',
  '/v1/security/apikey',
  '/v1/security/apikey/',
  '/v1/security/apikey/generate/',
  '/v1/security/apikey/x/y',
  '/v1/security/apikey/x/',
  '/health',
  '/openapi.json',
  '/favicon.ico',
  '*',
])('there is nothing at %s', async (target) => {
  expect((await post(target)).reason).toBe('not_found');
});

test.each(['/v1/auth/%6cogin', '/%76%31/auth/log%69%6E', 'http://elsewhere.example:81/v1/auth/login'])(
  '%s is the login',
  async (target) => {
    expect((await post(target)).reason).toBe('validation_failed');
  },
);

test('a query changes nothing, however odd', async () => {
  const queries = ['?', '?a=1&a=2', '?%ff=%zz', '?a[b]=1&__proto__[x]=1&constructor=3', '?password=x'];
  for (const query of queries) expect((await post(paths.login + query)).reason).toBe('validation_failed');
});

test.each([
  '/v1/auth/%zzlogin',
  '/v1/auth/login%',
  '/%',
  '/v1/security/apikey/%ff',
  '/v1/security/apikey/%ED%A0%80',
])('the encoding of %s is malformed', async (target) => {
  expect((await remove(target)).reason).toBe('malformed_request');
});

test('a percent-encoded unreserved character in an id is that character', async () => {
  const id = textIn(await generate(server, token), 'id');
  const encoded = [...id].map((character) => `%${character.charCodeAt(0).toString(16)}`).join('');
  const first = await remove(paths.revoke(encoded));
  expect(first.data).toEqual((await revoke(server, token, id)).data);
  expect(textIn(first, 'id')).toBe(id);
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
  '..',
  '%2e%2e',
  '.',
  'a%2Fb',
  'a%5Cb',
  '%00',
  '%25ff',
  '%C3%A9',
  '%F0%9F%98%80',
  ':id',
  '%7Bid%7D',
  '{id}',
  '*',
  '__proto__',
  'constructor',
  "'%20or%201=1--",
  'key_0000000000000000000000%0a',
])('an id such as %s is only an id', async (id) => {
  expect((await remove(paths.revoke(id))).reason).toBe('key_not_found');
});
