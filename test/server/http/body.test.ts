import { expect, test } from 'vitest';
import { generate, logIn, paths, textIn, tokenOf } from '../../support/http/call-operations.ts';
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
  'application/json; charset="utf\\-8"',
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

const bytes = (...parts: (string | readonly number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([...part]))));

test.each([
  ['no body', ''],
  ['only white space', ' \r\n\t'],
  ['half an object', '{"identity":"a@b"'],
  ['two values', '{"identity":"a@b"}{}'],
  ['a word behind', '{"identity":"a@b"} x'],
  ['a trailing comma', '{"identity":"a@b",}'],
  ['a comment', '{"identity":"a@b"/* c */}'],
  ['single quotes', "{'identity':'a@b'}"],
  ['a name without quotes', '{identity:"a@b"}'],
  ['NaN', '{"identity":NaN}'],
  ['a number with a leading zero', '{"identity":01}'],
  ['a raw line break in a string', '{"identity":"a@b\n"}'],
  ['an unknown escape', '{"identity":"a@b\\x41"}'],
  ['a byte order mark', bytes([0xef, 0xbb, 0xbf], '{"identity":"a@b"}')],
  ['UTF-16', Buffer.from('\ufeff{"identity":"a@b"}', 'utf16le')],
  ['a byte that no UTF-8 has', bytes('{"identity":"a@b', [0xff], '"}')],
  ['a character cut short', bytes('{"identity":"a@b', [0xe2, 0x82], '"}')],
  ['an overlong slash', bytes('{"identity":"a@b', [0xc0, 0xaf], '"}')],
  ['a surrogate in UTF-8', bytes('{"identity":"a@b', [0xed, 0xa0, 0x80], '"}')],
  ['half a surrogate pair', '{"identity":"a@b\\ud800"}'],
  ['the other half', '{"identity":"a@b\\udc00"}'],
  ['a pair the wrong way round', '{"identity":"a@b\\udc00\\ud800"}'],
  ['half a pair in a name', '{"\\ud800":1}'],
  ['NUL', '{"identity":"a@b\\u0000"}'],
  ['NUL in a name', '{"identity\\u0000":"a@b"}'],
  ['NUL in an unknown field', '{"identity":"a@b","x":[{"y":"\\u0000"}]}'],
  ['a field named twice', '{"identity":"a@b","identity":"a@b"}'],
  ['a field named twice, once by escape', '{"identity":"a@b","\\u0069dentity":"a@b"}'],
  ['a field named twice deeper down', '{"identity":"a@b","x":{"y":1,"y":2}}'],
  ['a field named twice in a list', '[{"y":1,"y":2}]'],
  ['__proto__ named twice', '{"__proto__":1,"__proto__":2}'],
  ['nine levels of objects', `${'{"a":'.repeat(9)}1${'}'.repeat(9)}`],
  ['nine levels of lists', '['.repeat(9) + ']'.repeat(9)],
  ['eight thousand levels', '['.repeat(8000) + ']'.repeat(8000)],
])('%s is a malformed_request', async (_case, body) => {
  const response = await logIn(server, body);
  expect(response.reason).toBe('malformed_request');
  expect(response.data).toBeUndefined();
});

test.each([
  ['null', 'null'],
  ['true', 'true'],
  ['a number', '-0.5e+3'],
  ['a text', '"a@b"'],
  ['a list', '[{"identity":"a@b"}]'],
  ['eight levels', `${'{"a":'.repeat(8)}1${'}'.repeat(8)}`],
  ['one name at two levels', '{"identity":{"identity":1}}'],
  ['one name in two objects', '[{"a":1},{"a":1}]'],
  ['colons, quotes and backslashes in texts', '{"a:\\":\\\\":"::\\\\\\":",":":{"":":"}}'],
  ['a field called __proto__', '{"identity":"a@b","__proto__":{}}'],
  ['a field called constructor', '{"identity":"a@b","constructor":1}'],
  ['a field without a name', '{"identity":"a@b","":1}'],
  ['a number too large for a double', '{"identity":1e999}'],
  ['a number of ten thousand digits', `{"identity":${'9'.repeat(10_000)}}`],
  ['a thousand unknown fields', `{${Array.from({ length: 1000 }, (_, nth) => `"m${nth}":0`)}}`],
  ['a text that makes a pattern try for long', `{"identity":"${'a'.repeat(7000)}@${'@'.repeat(7000)}"}`],
])('%s is JSON, but does not follow the contract', async (_case, body) => {
  expect((await logIn(server, body)).reason).toBe('validation_failed');
});

test.each([
  ['white space around', ' \r\n\t{ "identity" : "a@b" }\n'],
  ['escapes', '{"\\u0069dentity":"\\u0061\\u0040b"}'],
  ['a surrogate pair by escape', '{"identity":"a@\\ud83d\\ude00"}'],
  ['a text that looks like a field', '{"identity":"\\"identity\\":1@b"}'],
])('%s is read', async (_case, body) => {
  expect((await logIn(server, body)).reason).toBe('password_required');
});
