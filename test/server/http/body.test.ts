import { expect, onTestFinished, test } from 'vitest';
import { generate, paths, revoke, textIn, tokenOf } from '../../support/http/call-operations.ts';
import { openConnection } from '../../support/http/raw-connection.ts';
import { exchange, sendRaw, sendRequest } from '../../support/http/send-request.ts';
import { validateResponse } from '../../support/http/validate-response.ts';
import { addPerson, credentialsOf } from '../../support/server/people.ts';
import { serverForFile } from '../../support/server/test-server.ts';

const server = await serverForFile();
const token = await tokenOf(server, credentialsOf(await addPerson(server)));
const body = '{"identity":"a@b"}';
const logInAs = (headers: readonly (readonly [string, string])[]) =>
  sendRequest(server, { target: paths.login, headers, body });

test.each([
  'application/json',
  'Application/JSON',
  'application/json;charset=utf-8',
  'application/json; charset="UTF-8"',
  'application/json ; charset=Utf-8',
  'application/json; profile=x',
])('the media type "%s" is accepted', async (type) => {
  expect((await logInAs([['Content-Type', type]])).reason).toBe('password_required');
});

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json5',
  'application/problem+json',
  'application/*',
  'json',
  '',
  'application/json; charset=latin1',
  'application/json; charset=utf-16',
  'application/json, text/plain',
])('the media type "%s" is rejected', async (type) => {
  const response = await logInAs([['Content-Type', type]]);
  expect(response.reason).toBe('unsupported_media_type');
  expect(response.header('accept-post')).toBe('application/json');
});

test('a body without a media type is rejected', async () => {
  const bytes = `POST ${paths.login} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  expect((await sendRaw(server, bytes)).reason).toBe('unsupported_media_type');
});

test.each(['gzip', 'deflate', 'br', 'identity, gzip', 'x'])(
  'a body in the coding "%s" is refused, even where it is not really coded',
  async (coding) => {
    const headers = [
      ['Content-Type', 'application/json'],
      ['Content-Encoding', coding],
    ] as const;
    expect((await logInAs(headers)).reason).toBe('unsupported_media_type');
  },
);

test('the coding identity is accepted', async () => {
  const headers = [
    ['Content-Type', 'application/json'],
    ['Content-Encoding', 'Identity'],
  ] as const;
  expect((await logInAs(headers)).reason).toBe('password_required');
});

/** Sends exactly these headers and this content. */
async function post(target: string, headers: readonly string[], content = '') {
  const lines = ['Host: localhost', `Authorization: Bearer ${token}`, ...headers];
  const bytes = `POST ${target} HTTP/1.1\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n${content}`;
  return validateResponse(await exchange(server, bytes), { method: 'POST', target });
}

const json = 'Content-Type: application/json';
const withoutBody: [string, string[], string?][] = [
  ['no media type', []],
  ['a media type', [json]],
  ['a media type and a length of 0', [json, 'Content-Length: 0']],
  ['no chunks', ['Transfer-Encoding: chunked'], '0\r\n\r\n'],
];

test.each(withoutBody)('an optional body may be missing, with %s', async (_case, headers, content) => {
  expect((await post(paths.generate, headers, content)).data).toMatchObject({ description: '' });
});

test.each(withoutBody)('a required body may not be missing, with %s', async (_case, headers, content) => {
  expect((await post(paths.login, headers, content)).reason).toBe('malformed_request');
});

test.each([
  ['no media type', ['Content-Length: 2'], '{}'],
  ['another media type', ['Content-Type: text/plain', 'Content-Length: 2'], '{}'],
  ['another media type and no content', ['Content-Type: text/plain'], ''],
  ['a coding', [json, 'Content-Encoding: gzip', 'Content-Length: 2'], '{}'],
])('an optional body that is sent with %s is rejected', async (_case, headers, content) => {
  expect((await post(paths.generate, headers, content)).reason).toBe('unsupported_media_type');
});

test.each(['null', ' ', '""', '[]'])('%j is a body, and not a missing one', async (content) => {
  const { httpStatus } = await sendRequest(server, { target: paths.generate, token, body: content });
  expect(httpStatus).toBe(400);
});

test('a body in many small chunks is one body', async () => {
  const chunks = [...body].map((character) => `1\r\n${character}\r\n`).join('');
  const head = `POST ${paths.login} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
  expect((await sendRaw(server, `${head}${chunks}0\r\n\r\n`)).reason).toBe('password_required');
});

test('a trailer does not become a header', async () => {
  const head = `POST ${paths.generate} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const bytes = `${head}2\r\n{}\r\n0\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  expect((await sendRaw(server, bytes)).reason).toBe('token_missing');
});

test('a body on a revocation is ignored, whatever it contains', async () => {
  const id = textIn(await generate(server, token), 'id');
  for (const [type, bytes] of [
    ['text/plain', 'nonsense'],
    ['application/json', '{'],
    ['image/png', '\x89'],
  ]) {
    const headers = [['Content-Type', String(type)]] as const;
    const request = { method: 'DELETE', target: paths.revoke(id), token, headers, body: bytes };
    expect((await sendRequest(server, request)).httpStatus).toBe(200);
  }
});

test('an ignored body is not read as the next request', async () => {
  const wire = openConnection(server.port);
  onTestFinished(() => wire.close());
  const smuggled = `DELETE /v1/security/apikey/x HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  const sendRequest = (more: string) => `GET /nothing HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;
  wire.write(sendRequest(`Content-Length: ${smuggled.length}\r\n`) + smuggled + sendRequest(''));
  expect(validateResponse(await wire.read()).reason).toBe('not_found');
  expect(validateResponse(await wire.read()).reason).toBe('not_found');
});

test('a revocation without a body works as well', async () => {
  const id = textIn(await generate(server, token), 'id');
  expect((await revoke(server, token, id)).httpStatus).toBe(200);
});
