import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { logIn, paths, tokenOf } from '../../support/http/call-operations.ts';
import {
  beginRequest,
  encode,
  type Request,
  sendRaw,
  sendRequest,
} from '../../support/http/send-request.ts';
import { addPerson, credentialsOf } from '../../support/server/people.ts';
import { serverForFile, serverForTest } from '../../support/server/test-server.ts';

const server = await serverForFile();
const token = await tokenOf(server, credentialsOf(await addPerson(server)));
const kibibytes = (count: number) => count * 1024;
const bodyOf = (length: number) => '{"identity":"a@b"}'.padEnd(length);

const reasonOf = async (request: Request) => (await sendRequest(server, request)).reason;

const chunked = [['Transfer-Encoding', 'chunked']] as const;
const inChunks = (...chunks: readonly string[]) =>
  `${chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('')}0\r\n\r\n`;

test('a chunked body has the same limit', async () => {
  const logInWith = (...chunks: readonly string[]) =>
    reasonOf({ target: paths.login, headers: chunked, body: inChunks(...chunks) });
  const half = bodyOf(kibibytes(8));
  expect(await logInWith(half, ' '.repeat(kibibytes(8)))).toBe('password_required');
  expect(await logInWith(half, ' '.repeat(kibibytes(8) + 1))).toBe('body_too_large');
});

const large = bodyOf(kibibytes(900));

test.each([['declared', [], large]] as const)(
  'a client that sends nearly a mebibyte, %s, before it reads gets body_too_large',
  async (_framing, headers, body) => {
    const { port } = server;
    const socket = connect({ host: '127.0.0.1', port });
    onTestFinished(() => void socket.destroy());
    socket.pause();
    await promisify((done: (error?: Error | null) => void) =>
      socket.write(encode({ target: paths.login, headers, body }), done),
    )();
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 [\s\S]+"reason":"body_too_large"/);
  },
);

test('a body on a revocation has the same limit', async () => {
  const request = { method: 'DELETE', target: paths.revoke('x'), token };
  expect(await reasonOf({ ...request, body: bodyOf(kibibytes(16)) })).toBe('key_not_found');
  expect(await reasonOf({ ...request, body: bodyOf(kibibytes(16) + 1) })).toBe('body_too_large');
});

test('a target is measured as it was sent, not as it is decoded', async () => {
  const id = '%61'.repeat(700);
  expect(await reasonOf({ method: 'DELETE', target: paths.revoke(id), token })).toBe(
    'uri_too_long',
  );
});

test('a header block of 16 KiB is read, and one byte more is rejected', async () => {
  const withHeaders = (length: number): Request => {
    const request = { target: paths.login, body: bodyOf(100) };
    const startLine = `POST ${paths.login} HTTP/1.1\r\n`.length;
    const others = encode(request).length - 100 - startLine - '\r\n'.length;
    return { ...request, headers: [['X-Big', 'x'.repeat(length - others - 'X-Big: \r\n'.length)]] };
  };
  expect(await reasonOf(withHeaders(kibibytes(16)))).toBe('password_required');
  expect(await reasonOf(withHeaders(kibibytes(16) + 1))).toBe('headers_too_large');
});

test('a request with a hundred header fields is read, and one with more is rejected, whatever they are', async () => {
  const withFields = (
    count: number,
    last: readonly (readonly [string, string])[] = [],
  ): Request => {
    const request = { target: paths.login, body: {} };
    const own = encode(request).toString().split('\r\n').indexOf('') - 1;
    const others = Array.from(
      { length: count - own - last.length },
      (_, n) => [`X-${n}`, 'a'] as const,
    );
    return { ...request, headers: [...others, ...last] };
  };
  expect(await reasonOf(withFields(100))).toBe('validation_failed');
  const hidden = [
    ['Authorization', 'Basic YQ=='],
    ['Transfer-Encoding', 'gzip'],
  ] as const;
  for (const request of [
    withFields(101),
    withFields(300, hidden.slice(0, 1)),
    withFields(300, hidden),
  ]) {
    const response = await sendRequest(server, request);
    expect(response.reason).toBe('headers_too_large');
    expect(response.header('connection')).toBe('close');
  }
  // Wherever the parts in which it is parsed end.
  for (let length = 1; length < 5; length += 1) {
    const lines = `POST ${paths.login} HTTP/1.1\r\nHost: ${'a'.repeat(length)}\r\n${'a:\r\n'.repeat(1500)}\r\n`;
    expect((await sendRaw(server, lines)).reason).toBe('headers_too_large');
  }
});

test('a client that disconnects in the middle of a body causes no error', async () => {
  const server = await serverForTest();
  const wire = await beginRequest(server, { target: paths.login });
  wire.write('{');
  wire.close();
  await expect.poll(() => server.log.text()).toContain('client disconnected');
  expect(server.log.lines()[0]).not.toHaveProperty('status');
  expect((await logIn(server, {})).reason).toBe('validation_failed');
  expect(server.log.lines().filter(({ level }) => level >= 40)).toEqual([]);
});
