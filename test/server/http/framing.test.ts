import { expect, onTestFinished, test, vi } from 'vitest';
import { paths, tokenOf } from '../../support/http/call-operations.ts';
import { connectionForTest } from '../../support/http/raw-connection.ts';
import { encode, sendRaw, sendRequest } from '../../support/http/send-request.ts';
import { validateResponse } from '../../support/http/validate-response.ts';
import { addPerson, credentialsOf } from '../../support/server/people.ts';
import { serverForFile } from '../../support/server/test-server.ts';

const server = await serverForFile();

const start = `POST ${paths.login} HTTP/1.1\r\n`;
const host = 'Host: localhost\r\n';
const json = 'Content-Type: application/json\r\n';
const object = 'Content-Length: 2\r\n\r\n{}';
const _chunked = 'Transfer-Encoding: chunked\r\n\r\n';
const chunks = '2\r\n{}\r\n0\r\n\r\n';

const wire = () => connectionForTest(server.port);

test.each([
  ['nonsense', 'hello\r\n\r\n'],
  ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['HTTP/0.9', `GET ${paths.login}\r\n\r\n`],
  ['no version', `GET /nothing\r\n${host}\r\n`],
  ['HTTP/2.0', `GET /nothing HTTP/2.0\r\n${host}\r\n`],
  ['chunked twice', `${start}${host}${json}Transfer-Encoding: chunked, chunked\r\n\r\n${chunks}`],
  [
    'an unknown transfer coding',
    `${start}${host}${json}Transfer-Encoding: gzip, chunked\r\n\r\n${chunks}`,
  ],
])('%s ends the connection with a malformed_request', async (_case, bytes) => {
  const connection = wire();
  connection.write(Buffer.from(bytes, 'latin1'));
  const response = validateResponse(await connection.read());
  expect(response.reason).toBe('malformed_request');
  expect(response.header('connection')).toBe('close');
  await connection.closed;
});

test('an offer to switch protocols is ignored, and the request is served', async () => {
  const offer = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';
  const bytes = `GET /nothing HTTP/1.1\r\n${host}${offer}\r\n`;
  expect((await sendRaw(server, bytes)).reason).toBe('not_found');
});

test.each(['FOO', 'post'])('the method %s is not implemented', async (method) => {
  const connection = wire();
  connection.write(`${method} ${paths.login} HTTP/1.1\r\n${host}\r\n`);
  const response = validateResponse(await connection.read());
  expect(response).toMatchObject({ httpStatus: 501, reason: 'method_not_implemented' });
  await connection.closed;
});

test.each([
  ['a Host with a space', `${start}Host: a b\r\n${json}${object}`],
  ['a Host with a path', `${start}Host: a/b\r\n${json}${object}`],
  ['a Host with a user', `${start}Host: a@b\r\n${json}${object}`],
  [
    'two, far apart',
    `${start}${host}${json}Authorization: Bearer x\r\n${'X: y\r\n'.repeat(90)}authorization: Bearer y\r\n${object}`,
  ],
])('%s is a malformed_request', async (_case, bytes) => {
  expect((await sendRaw(server, bytes)).reason).toBe('malformed_request');
});

test.each([
  `${paths.login}#x`,
  `http://localhost${paths.login}#`,
  `ftp://localhost${paths.login}`,
  `http://${paths.login}`,
  `http://:80${paths.login}`,
  `http://a@localhost${paths.login}`,
  `http://[${paths.login}`,
  'http://',
  'https://?',
  'http://xn--%/',
  `http://a:b${paths.login}`,
])('the target %s is a malformed_request, and no warning quotes it', async (target) => {
  const warn = vi.spyOn(process, 'emitWarning');
  onTestFinished(() => warn.mockRestore());
  expect((await sendRequest(server, { target, body: {} })).reason).toBe('malformed_request');
  expect(warn).not.toHaveBeenCalled();
});

test.each([
  'localhost:8080',
  '[::1]',
  '[::1]:80',
  '127.0.0.1',
  'a_b.example',
  '',
  'xn--bcher-kva.example.',
])('Host "%s" is fine', async (name) => {
  const bytes = encode({ target: paths.login, headers: [['Host', name]], body: {} });
  expect((await sendRaw(server, bytes)).reason).toBe('validation_failed');
});

test.each([
  ['HTTP/1.0 without Host', `POST ${paths.login} HTTP/1.0\r\n${json}${object}`],
  ['an upgrade', `${start}${host}${json}Connection: Upgrade\r\nUpgrade: websocket\r\n${object}`],
  ['an unknown expectation', `${start}${host}${json}Expect: nonsense\r\n${object}`],
  [
    'an expectation in HTTP/1.0',
    `POST ${paths.login} HTTP/1.0\r\n${json}Expect: 100-continue\r\n${object}`,
  ],
])('%s gets the response of its operation', async (_case, bytes) => {
  expect((await sendRaw(server, bytes)).reason).toBe('validation_failed');
});

test('CONNECT finds nothing', async () => {
  const response = await sendRaw(server, `CONNECT elsewhere.example:443 HTTP/1.1\r\n${host}\r\n`);
  expect(response.reason).toBe('not_found');
  expect(response.header('connection')).toBe('close');
});

test('a client that waits with a body that is too large gets no 100 Continue', async () => {
  const connection = wire();
  connection.write(`${start}${host}${json}Expect: 100-continue\r\nContent-Length: 20000\r\n\r\n`);
  expect(validateResponse(await connection.read()).reason).toBe('body_too_large');
  await connection.closed;
});

test('a client that ends its direction of the connection gets its response, and then the end', async () => {
  const body = { ...credentialsOf(await addPerson(server)), password: 'wrong' };
  const connection = wire();
  connection.write(encode({ target: paths.login, body }));
  connection.end();
  expect(validateResponse(await connection.read()).reason).toBe('invalid_credentials');
  await connection.closed;
});

test('a request that comes before the response to the last one ends the connection after that response', async () => {
  const person = credentialsOf(await addPerson(server));
  const token = await tokenOf(server, person);
  const login = encode({ target: paths.login, body: { ...person, password: 'wrong' } });
  const generation = encode({ target: paths.generate, token, body: {} });
  const connection = wire();
  connection.write(Buffer.concat([login, generation, generation]));
  const response = validateResponse(await connection.read());
  expect(response.reason).toBe('invalid_credentials');
  expect(response.header('connection')).toBe('close');
  await connection.closed;
  await expect(connection.read()).rejects.toThrow('after 0 bytes');
});

test('a body comes in parts of any size, and the connection stays', async () => {
  const connection = wire();
  const body = JSON.stringify({ identity: 'a@b', password: 'x'.repeat(900), otp: '1' });
  const request = encode({ target: paths.login, body: body.padEnd(16_000) });
  for (let nth = 0; nth < 2; nth += 1) {
    for (let start = 0; start < request.length; start += 777) {
      connection.write(request.subarray(start, start + 777));
    }
    expect(validateResponse(await connection.read()).reason).toBe('invalid_credentials');
  }
});
