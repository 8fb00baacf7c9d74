import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { logIn, paths, tokenOf } from '../../support/http/call-operations.ts';
import { connectionForTest } from '../../support/http/raw-connection.ts';
import {
  beginRequest,
  encode,
  type Request,
  sendRaw,
  sendRequest,
} from '../../support/http/send-request.ts';
import { validateResponse } from '../../support/http/validate-response.ts';
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

test('a chunked body has the same limit, and at most 512 chunks', async () => {
  const logInWith = (...chunks: readonly string[]) =>
    reasonOf({ target: paths.login, headers: chunked, body: inChunks(...chunks) });
  const half = bodyOf(kibibytes(8));
  expect(await logInWith(half, ' '.repeat(kibibytes(8)))).toBe('password_required');
  expect(await logInWith(half, ' '.repeat(kibibytes(8) + 1))).toBe('body_too_large');
  expect(await logInWith(...Array(510).fill(' '), '{', '}')).toBe('validation_failed');
  expect(await logInWith(...Array(511).fill(' '), '{', '}')).toBe('body_too_large');
});

test('a connection ends when many chunks of a body come after its response', async () => {
  const wire = connectionForTest(server.port);
  const request = 'POST /nothing HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n';
  wire.write(request);
  expect((await wire.read()).status).toBe(404);
  for (const chunks of ['1\r\na\r\n'.repeat(500), `4e20\r\n${'a'.repeat(20_000)}\r\n`]) {
    wire.write(`${chunks}0\r\n\r\n${request}`);
    expect((await wire.read()).status).toBe(404);
  }
  wire.write(`${'1\r\na\r\n'.repeat(1000)}0\r\n\r\n${request}`);
  await expect(wire.read()).rejects.toThrow('after 0 bytes');
});

test('a connection ends when many empty lines come before a request', async () => {
  const wire = connectionForTest(server.port);
  const after = (lines: number) => {
    wire.write(Buffer.concat([Buffer.from('\r\n'.repeat(lines)), encode({ target: '/nothing' })]));
    return wire.read();
  };
  for (const lines of [900, 900]) expect((await after(lines)).status).toBe(404);
  await expect(after(1100)).rejects.toThrow('after 0 bytes');
});

const large = bodyOf(kibibytes(8 * 1024));

test.each([
  ['declared', [], large],
  ['in chunks', chunked, inChunks(large)],
] as const)(
  'a client that sends all of 8 MiB, %s, before it reads gets body_too_large',
  async (_framing, headers, body) => {
    // A peer that has time to do so.
    const { port } = await serverForTest({
      limits: { headersTimeoutMs: 600_000, requestTimeoutMs: 600_000 },
    });
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

const impatient = await serverForFile({ limits: { headersTimeoutMs: 200, requestTimeoutMs: 400 } });
const patientWithBodies = await serverForFile({
  limits: { headersTimeoutMs: 200, requestTimeoutMs: 600_000 },
});
const head = `POST ${paths.login} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;

// The limit of the test is shorter than the time that Node gives a client by default.
test.each([
  ['half a request line', patientWithBodies, 'POST /v1/au'],
  ['headers that do not end', patientWithBodies, `${head}X: y\r\n`],
  ['a body that does not end', impatient, `${head}Content-Length: 20\r\n\r\n{"identity":`],
  ['chunks that do not end', impatient, `${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n`],
  ['a body that never begins', impatient, `${head}Content-Length: 20\r\n\r\n`],
])(
  '%s: the request has timed out, and the connection ends',
  { timeout: 50_000 },
  async (_case, server, bytes) => {
    const wire = connectionForTest(server.port);
    wire.write(bytes);
    expect(validateResponse(await wire.read()).reason).toBe('request_timeout');
    await wire.closed;
    await expect(wire.read()).rejects.toThrow('after 0 bytes');
  },
);

test('a client that disconnects in the middle of a body causes no error', async () => {
  const server = await serverForTest();
  const wire = await beginRequest(server, { target: paths.login });
  wire.write('{');
  wire.close();
  await expect.poll(() => server.log.text()).toContain('request rejected');
  expect((await logIn(server, {})).reason).toBe('validation_failed');
  expect(server.log.lines().filter(({ level }) => level >= 40)).toEqual([]);
});

test('a body that does not end gets no second response', async () => {
  const requestKey = async () => {
    const wire = connectionForTest(impatient.port);
    wire.write(`${head.replace(paths.login, paths.generate)}Content-Length: 20\r\n\r\n{`);
    return { wire, reason: validateResponse(await wire.read()).reason };
  };
  let { wire, reason } = await requestKey();
  // On a machine that stands still the time of a request can be over before it is read: then it is another's turn.
  while (reason === 'request_timeout') ({ wire, reason } = await requestKey());
  expect(reason).toBe('token_missing');
  await wire.closed;
  await expect(wire.read()).rejects.toThrow('after 0 bytes');
});
