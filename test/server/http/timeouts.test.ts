import { expect, onTestFinished, test } from 'vitest';
import { logIn, paths } from '../../support/http/call-operations.ts';
import { openConnection } from '../../support/http/raw-connection.ts';
import { validateResponse } from '../../support/http/validate-response.ts';
import { serverForFile, serverForTest } from '../../support/server/test-server.ts';

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
    const wire = openConnection(server.port);
    onTestFinished(() => wire.close());
    wire.write(bytes);
    expect(validateResponse(await wire.read()).reason).toBe('request_timeout');
    await wire.closed;
    await expect(wire.read()).rejects.toThrow('after 0 bytes');
  },
);

test('a request that comes in many small parts gets its response when it is complete', async () => {
  const wire = openConnection((await serverForTest()).port);
  onTestFinished(() => wire.close());
  for (const byte of `${head}Content-Length: 2\r\n\r\n{}`) wire.write(byte);
  expect(validateResponse(await wire.read()).reason).toBe('validation_failed');
});

test('a client that disconnects in the middle of a body causes no error', async () => {
  const server = await serverForTest();
  const wire = openConnection(server.port);
  wire.write(`${head}Content-Length: 20\r\nExpect: 100-continue\r\n\r\n`);
  expect((await wire.read()).status).toBe(100);
  wire.write('{');
  wire.close();
  await expect.poll(() => server.log.text()).toContain('client disconnected');
  expect((await logIn(server, {})).reason).toBe('validation_failed');
  expect(server.log.lines().filter(({ level }) => level >= 40)).toEqual([]);
});

test('a body that does not end gets no second response', async () => {
  const requestKey = async () => {
    const wire = openConnection(impatient.port);
    onTestFinished(() => wire.close());
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
