import { expect, test } from 'vitest';
import { generate, logIn, paths, revoke, textIn } from '../../support/http/call-operations.ts';
import { connectionForTest, openConnection } from '../../support/http/raw-connection.ts';
import { validateResponse } from '../../support/http/validate-response.ts';
import { addCaller, credentialsOf } from '../../support/server/people.ts';
import { serverForFile } from '../../support/server/test-server.ts';

const server = await serverForFile({ config: { maximumKeys: 1000 } });
const { person, token } = await addCaller(server);
const stillThere = async () =>
  expect((await logIn(server, credentialsOf(person))).reason).toBeUndefined();

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

// A proxy and a service that disagree where a request ends let a stranger's request hide in another's body. Each of these
// shapes hides the end of a key: it must never come to that.

const start = `POST ${paths.login} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;
const chunked = 'Transfer-Encoding: chunked\r\n';

const shapes: Readonly<Record<string, (hidden: string) => string>> = {
  'a length and chunks': (hidden) =>
    `${start}Content-Length: 5\r\n${chunked}\r\n0\r\n\r\n${hidden}`,
  'chunks and a length': (hidden) =>
    `${start}${chunked}Content-Length: 5\r\n\r\n0\r\n\r\n${hidden}`,
  'two lengths': (hidden) =>
    `${start}Content-Length: 2\r\nContent-Length: ${2 + hidden.length}\r\n\r\n{}${hidden}`,
  'a list of lengths': (hidden) => `${start}Content-Length: 2, 2\r\n\r\n{}${hidden}`,
  'a signed length': (hidden) => `${start}Content-Length: +2\r\n\r\n{}${hidden}`,
  'a length below nothing': (hidden) => `${start}Content-Length: -1\r\n\r\n${hidden}`,
  'a length in hexadecimal': (hidden) => `${start}Content-Length: 0x2\r\n\r\n{}${hidden}`,
  'a length beyond numbers': (hidden) =>
    `${start}Content-Length: 18446744073709551618\r\n\r\n{}${hidden}`,
  'a length with a space before its colon': (hidden) =>
    `${start}Content-Length : 2\r\n\r\n{}${hidden}`,
  'chunks with a space before the colon': (hidden) =>
    `${start}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${hidden}`,
  'chunks by another name': (hidden) =>
    `${start}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`,
  'chunks, then nothing of the kind': (hidden) =>
    `${start}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden}`,
  'chunks named twice': (hidden) =>
    `${start}${chunked}Transfer-Encoding: x\r\n\r\n0\r\n\r\n${hidden}`,
  'chunks with a vertical tab': (hidden) =>
    `${start}Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n${hidden}`,
  'chunks on a folded line': (hidden) =>
    `${start}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n${hidden}`,
  'chunks under HTTP/1.0': (hidden) =>
    `${start.replace('1.1', '1.0')}${chunked}\r\n0\r\n\r\n${hidden}`,
  'a chunk whose length has a prefix': (hidden) =>
    `${start}${chunked}\r\n0x2\r\n{}\r\n0\r\n\r\n${hidden}`,
  'a chunk that is longer than it says': (hidden) =>
    `${start}${chunked}\r\n1\r\n{}\r\n0\r\n\r\n${hidden}`,
  'a chunk whose line ends only in a line feed': (hidden) =>
    `${start}${chunked}\r\n2;\nx\r\n{}\r\n0\r\n\r\n${hidden}`,
  'lines that end only in a line feed': (hidden) =>
    `${start.replaceAll('\r\n', '\n')}Content-Length: 2\n\n{}${hidden}`,
  'a carriage return in a value': (hidden) => `${start}X: a\rContent-Length: 0\r\n\r\n${hidden}`,
  'a zero byte in a value': (hidden) => `${start}X: \0\r\nContent-Length: 2\r\n\r\n{}${hidden}`,
  'a name with a space in it': (hidden) => `${start}X Y: 1\r\nContent-Length: 2\r\n\r\n{}${hidden}`,
  'a version that does not exist': (hidden) =>
    `${start.replace('HTTP/1.1', 'HTTP/1.9')}Content-Length: 2\r\n\r\n{}${hidden}`,
  'an upgrade that nobody knows': (hidden) =>
    `${start}Connection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
  'a body on a request that has none': (hidden) =>
    `DELETE ${paths.revoke('x')} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
  'a body that is too large': (hidden) =>
    `${start}Content-Length: ${2 ** 21}\r\n\r\n${' '.repeat(2 ** 21)}${hidden}`,
  'a preface of HTTP/2': (hidden) => `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${hidden}`,
};

test.each(Object.entries(shapes))('%s: the hidden request is not run', async (_name, shape) => {
  const id = textIn(await generate(server, token), 'id');
  const hidden = `DELETE ${paths.revoke(id)} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  const wire = openConnection(server.port);
  wire.write(Buffer.from(shape(hidden), 'latin1'));
  const response = validateResponse(await wire.read());
  wire.end();
  expect(response.httpStatus).toBeGreaterThanOrEqual(400);
  await wire.closed;
  // There is no other response, least of all a success.
  await expect(wire.read()).rejects.toThrow('after 0 bytes');

  server.clock.advance(1000);
  const revokedNow = new Date(server.clock.now()).toISOString();
  expect((await revoke(server, token, id)).data?.revoked_at).toBe(revokedNow);
});

test('the same request is run after a request with an unambiguous end', async () => {
  const id = textIn(await generate(server, token), 'id');
  const wire = connectionForTest(server.port);
  wire.write(
    `${start}Content-Length: 2\r\n\r\n{}DELETE ${paths.revoke(id)} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );
  expect(validateResponse(await wire.read()).reason).toBe('validation_failed');
  const second = validateResponse(await wire.read(), {
    method: 'DELETE',
    target: paths.revoke(id),
  });
  expect(second.data?.id).toBe(id);
});
