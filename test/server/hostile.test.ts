import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import {
  generate,
  logIn,
  paths,
  revoke,
  textIn,
  tokenOf,
} from '../support/http/call-operations.ts';
import { internalOf, introspect } from '../support/http/internal-listener.ts';
import { encode, exchange, type Listening, type Request } from '../support/http/send-request.ts';
import { hours, seconds } from '../support/server/clock.ts';
import {
  addCaller,
  addPerson,
  addPersonWithMfa,
  codeOf,
  credentialsOf,
} from '../support/server/people.ts';
import { serverForFile, serverForTest } from '../support/server/test-server.ts';

// The service waits longer for the slow ones than for any request here.
const limits = { headersTimeoutMs: 600_000, requestTimeoutMs: 600_000 };
const server = await serverForFile({ limits });
const head = `POST ${paths.login} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;

async function openSockets({ port }: Listening, count: number, bytes: string): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => connect({ host: '127.0.0.1', port }));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  for (const socket of sockets) socket.on('error', () => {});
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  for (const socket of sockets) socket.write(bytes);
  return sockets;
}

test.each([
  ['that say nothing', ''],
  ['in the middle of a header', `${head}X-Slow: `],
  ['in the middle of a body', `${head}Content-Length: 100\r\n\r\n{"identity":`],
  ['in the middle of a chunk', `${head}Transfer-Encoding: chunked\r\n\r\n40\r\n{"identity":`],
])('two hundred connections %s do not prevent logins', async (_where, bytes) => {
  const person = await addPerson(server);
  const sockets = await openSockets(server, 200, bytes);
  expect((await logIn(server, credentialsOf(person))).reason).toBeUndefined();
  expect(sockets.filter(({ destroyed }) => destroyed)).toEqual([]);
});

test('a network gets no more connections than its limit, and others get theirs, up to the total', async () => {
  const own = await serverForTest({ limits: { connections: 7, connectionsPerNetwork: 3 } });
  const from = async (localAddress: string) => {
    const socket = connect({ host: '127.0.0.1', port: own.port, localAddress });
    onTestFinished(() => void socket.destroy());
    const ended = once(socket, 'close').then(() => 'ended');
    // Behind the first request the next begins, and does not end.
    socket.on('error', () => {}).write(`${head}Content-Length: 2\r\n\r\n{}${head}`);
    const response = once(socket, 'data').then(() => 'served');
    return { socket, result: await Promise.race([ended, response]) };
  };
  const results = async (address: string, count: number) => {
    const opened = [];
    while (opened.length < count) opened.push(await from(address));
    return opened;
  };
  const first = await results('127.0.0.1', 4);
  expect(first.map(({ result }) => result)).toEqual(['served', 'served', 'served', 'ended']);
  expect((await results('127.0.0.2', 4)).at(-1)?.result).toBe('ended');
  expect((await results('127.0.0.3', 2)).map(({ result }) => result)).toEqual(['served', 'ended']);
  expect(own.log.text().match(/too many connections are open/g)).toHaveLength(1);
  // A place is free again once a connection has ended.
  for (const { socket } of first) socket.destroy();
  await expect.poll(async () => (await from('127.0.0.1')).result).toBe('served');
});

test('when all connections are taken, those that wait for the next request make room', async () => {
  const own = await serverForTest({ limits: { ...limits, connections: 4 } });
  const request = `${head}Content-Length: 2\r\n\r\n{}`;
  const [first] = await openSockets(own, 1, head);
  const [next] = await openSockets(own, 1, request + head);
  const [idle] = await openSockets(own, 1, request);
  const [ended] = await openSockets(own, 1, `${request}\n`);
  await Promise.all([next, idle, ended].map((socket) => socket && once(socket, 'data')));
  const reason = async () => (await logIn(own, {}).catch(() => undefined))?.reason;
  await expect.poll(reason).toBe('validation_failed');
  for (const socket of [idle, ended]) await expect.poll(() => socket?.destroyed).toBe(true);
  expect([first?.destroyed, next?.destroyed]).toEqual([false, false]);
});

const day = hours(24);

test('when the clock is set back a day, no used code works again, and recovery codes work', async () => {
  const server = await serverForTest();
  const person = await addPersonWithMfa(server);
  const otp = codeOf(person, server);
  await tokenOf(server, { ...credentialsOf(person), otp });
  server.clock.advance(-day);
  // Its step lies in the future now, and those of the present came before the one that was used.
  for (const code of [otp, codeOf(person, server), codeOf(person, server, 1)])
    expect((await logIn(server, { ...credentialsOf(person), otp: code })).reason).toBe(
      'otp_invalid',
    );
  const [recovery] = person.recoveryCodes;
  expect((await logIn(server, { ...credentialsOf(person), otp: recovery })).reason).toBeUndefined();
});

test('when the clock is set back a day, keys stay revoked, and revocations keep their time', async () => {
  const server = await serverForTest({ config: { internal: { listen: '127.0.0.1:0' } } });
  const { person, token } = await addCaller(server);
  const made = await generate(server, token);
  const id = textIn(made, 'id');
  const { data } = await revoke(server, token, id);
  server.clock.advance(-day);
  expect(await introspect(internalOf(server), textIn(made, 'api_key'))).toEqual({ active: false });
  const again = await tokenOf(server, credentialsOf(person));
  expect((await revoke(server, again, id)).data).toEqual(data);
});

test('when the clock is set back a day, no one waits longer than the longest wait', async () => {
  const server = await serverForTest({ rateLimits: true });
  const person = await addPerson(server);
  for (let count = 0; count < 6; count += 1)
    await logIn(server, { ...credentialsOf(person), password: 'a wrong password of mine' });
  expect((await logIn(server, credentialsOf(person))).reason).toBe('rate_limited');
  server.clock.advance(-day);
  const rateLimited = await logIn(server, credentialsOf(person));
  if (rateLimited.reason !== undefined) {
    expect(rateLimited.reason).toBe('rate_limited');
    const wait = Number(rateLimited.header('retry-after'));
    expect(wait).toBeLessThanOrEqual(900);
    server.clock.advance(seconds(wait));
  }
  expect((await logIn(server, credentialsOf(person))).reason).toBeUndefined();
});

test('a token that was issued before the clock was set back expires after its hour, for good after another login', async () => {
  const server = await serverForTest();
  const credentials = credentialsOf(await addPerson(server));
  const token = await tokenOf(server, credentials);
  server.clock.advance(-day);
  server.clock.advance(day + hours(1) - 1);
  expect((await generate(server, token)).reason).toBeUndefined();
  server.clock.advance(1);
  expect((await generate(server, token)).reason).toBe('token_invalid');
  await tokenOf(server, credentials);
  server.clock.advance(-1);
  expect((await generate(server, token)).reason).toBe('token_invalid');
});

// A line of the log is one line, whatever is sent: nobody writes entries of their own, moves the cursor of the reader
// it, or has it run for them.

const serverLogInjection = await serverForFile();
const person = await addPerson(serverLogInjection);
const marker = 'forged-entry';
const forged = `{"level":30,"msg":"${marker}"}`;

test.each([
  ['a line break', `\r\n${forged}\r\n`],
  ['a line feed', `\n${forged}\n`],
  ['an escape', `\u001b[2J\u001b]0;${marker}\u0007`],
  ['a line separator', `\u2028${forged}\u2029`],
  ['an order of reading', `\u202e${marker}\u2066`],
  ['a backspace', `${'\b'.repeat(20)}${marker}`],
  ['a zero byte', `\0${marker}`],
])('%s in any field that a caller fills', async (_name, text) => {
  const latin = Buffer.from(text).toString('latin1');
  // What would end the header's line is sent as it would be by somebody who hopes that it is decoded later.
  const inHeader = latin.replaceAll(/[\r\n\0]/g, (byte) => encodeURIComponent(byte));
  const inTarget = encodeURIComponent(text);
  const token = await tokenOf(serverLogInjection, credentialsOf(person));
  const requests: Request[] = [
    { target: paths.login, body: { identity: text, password: text, otp: text } },
    { target: paths.login, body: { identity: `${text}@example.com`, password: text } },
    { target: paths.login, body: { [text]: text } },
    { target: paths.login, body: text },
    { target: paths.generate, token, body: { description: text } },
    { method: 'DELETE', target: paths.revoke(inTarget), token },
    { method: 'DELETE', target: paths.revoke(`${inTarget}%ff`), token },
    { target: `${paths.login}?${inTarget}` },
    { target: `/${inTarget}` },
    ...'User-Agent X-Forwarded-For traceparent Authorization Content-Type Origin X-Request-Id'
      .split(' ')
      .map((name): Request => ({ target: paths.login, headers: [[name, inHeader]], body: {} })),
  ];
  const before = serverLogInjection.log.lines().length;
  for (const request of requests) await exchange(serverLogInjection, encode(request));
  await generate(serverLogInjection, token);

  const linesNow = () => serverLogInjection.log.text().split('\n').slice(0, -1);
  await expect.poll(() => linesNow().length).toBeGreaterThanOrEqual(before + requests.length);
  const lines = linesNow();
  expect(serverLogInjection.log.text()).not.toContain(marker);
  for (const line of lines) {
    expect(line).toMatch(/^\{"level":\d+,"time":\d+,.*\}$/);
    // Beyond printable ASCII there is nothing of ours.
    expect(line).toMatch(/^[ -~]*$/);
  }
});
