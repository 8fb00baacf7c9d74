import { expect, test } from 'vitest';
import { logIn } from '../../support/http/call-operations.ts';
import { serverForFile } from '../../support/server/test-server.ts';

const server = await serverForFile();
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
