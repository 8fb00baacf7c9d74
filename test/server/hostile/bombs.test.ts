import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { logIn, paths, tokenOf } from '../../support/http/call-operations.ts';
import { openConnection } from '../../support/http/raw-connection.ts';
import { sendRequest } from '../../support/http/send-request.ts';
import { validateResponse } from '../../support/http/validate-response.ts';
import { addPerson, credentialsOf } from '../../support/server/people.ts';
import { serverForFile } from '../../support/server/test-server.ts';

const server = await serverForFile();
const person = await addPerson(server);
const token = await tokenOf(server, credentialsOf(person));
const stillThere = async () => expect((await logIn(server, credentialsOf(person))).reason).toBeUndefined();

test.each([
  ['gzip', gzipSync(Buffer.alloc(10 * 1024 * 1024))],
  ['br', brotliCompressSync(Buffer.alloc(10 * 1024 * 1024))],
  ['gzip, gzip', gzipSync(gzipSync(Buffer.alloc(10 * 1024 * 1024)))],
] as const)('a body of 10 MiB that %s has made small is not unpacked', async (coding, body) => {
  expect(body.length).toBeLessThan(16 * 1024);
  const headers = [
    ['Content-Type', 'application/json'],
    ['Content-Encoding', coding],
  ] as const;
  expect((await sendRequest(server, { target: paths.login, headers, body })).reason).toBe(
    'unsupported_media_type',
  );
  await stillThere();
});

test.each([
  ['arrays', '['.repeat(8000) + ']'.repeat(8000)],
  ['arrays without an end', '['.repeat(16_000)],
  ['objects', `${'{"a":'.repeat(2500)}1${'}'.repeat(2500)}`],
  ['a field', `{"identity":${'['.repeat(8000)}${']'.repeat(8000)}}`],
])('JSON as deep as fits (%s) is malformed, and no stack overflows', async (_name, body) => {
  const headers = [['Content-Type', 'application/json']] as const;
  expect((await sendRequest(server, { target: paths.login, headers, body })).reason).toBe(
    'malformed_request',
  );
  await stillThere();
});

test.each([
  ['a number of ten thousand digits', `{"identity":${'9'.repeat(10_000)}}`, 'validation_failed'],
  ['a number beyond all numbers', '{"identity":1e999999999}', 'validation_failed'],
  ['a thousand unknown fields', JSON.stringify(manyFields()), 'validation_failed'],
  ['a field of the prototype', '{"__proto__":{"identity":"a@b"},"password":"x"}', 'validation_failed'],
  [
    'a text that makes a pattern try for long',
    JSON.stringify({ identity: `${'a'.repeat(7000)}@${'@'.repeat(7000)}` }),
    'validation_failed',
  ],
])('%s is rejected like any other invalid body', async (_name, body, reason) => {
  const headers = [['Content-Type', 'application/json']] as const;
  expect((await sendRequest(server, { target: paths.login, headers, body })).reason).toBe(reason);
  await stillThere();
});

test('fifty concurrent bodies of 1 MiB are rejected before they have arrived', async () => {
  const head = `POST ${paths.generate} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAuthorization: Bearer ${token}\r\n`;
  const body = Buffer.alloc(1024 * 1024, ' ');
  const responses = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const wire = openConnection(server.port);
      wire.write(`${head}Content-Length: ${body.length}\r\n\r\n`);
      wire.write(body);
      const response = validateResponse(await wire.read());
      await wire.closed;
      return response.reason;
    }),
  );
  expect(new Set(responses)).toEqual(new Set(['body_too_large']));
  await stillThere();
});

test('a body without an end and without a declared length is rejected with a response', async () => {
  const wire = openConnection(server.port);
  const head = `POST ${paths.login} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;
  // One byte more than is read at all, and no end: with more, the end of the connection might overtake the response.
  const body = Buffer.alloc(16 * 1024 + 1024 * 1024 + 1, ' ');
  wire.write(`${head}Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n`);
  wire.write(body);
  expect(validateResponse(await wire.read()).reason).toBe('body_too_large');
  await wire.closed;
  await stillThere();
});

function manyFields(): object {
  return Object.fromEntries(Array.from({ length: 1000 }, (_none, number) => [`m${number}`, number]));
}
