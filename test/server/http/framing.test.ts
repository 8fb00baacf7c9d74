import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import type { Server, ServerResponse } from 'node:http';
import { connect, createServer, Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { expect, onTestFinished, test, vi } from 'vitest';
import { closeIdle } from '../../../server/http/connections.ts';
import { defaultLimits } from '../../../server/http/guard.ts';
import { createNodeServer } from '../../../server/http/node-server.ts';
import { paths, tokenOf } from '../../support/http/call-operations.ts';
import { listenForTest } from '../../support/http/listen-for-test.ts';
import { connectionForTest, openConnection } from '../../support/http/raw-connection.ts';
import { encode, type Listening, sendRaw, sendRequest } from '../../support/http/send-request.ts';
import { validateResponse } from '../../support/http/validate-response.ts';
import { temporaryFolder } from '../../support/server/database.ts';
import { addPerson, credentialsOf } from '../../support/server/people.ts';
import { appForTest } from '../../support/server/test-app.ts';
import {
  countingPasswords,
  serverForFile,
  serverForTest,
} from '../../support/server/test-server.ts';

const server = await serverForFile();

const start = `POST ${paths.login} HTTP/1.1\r\n`;
const host = 'Host: localhost\r\n';
const json = 'Content-Type: application/json\r\n';
const object = 'Content-Length: 2\r\n\r\n{}';
const chunked = 'Transfer-Encoding: chunked\r\n\r\n';
const chunks = '2\r\n{}\r\n0\r\n\r\n';

// What hides another request in its end is in ../hostile/requests.test.ts.
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

test('an offer to switch protocols is ignored, and the request in the same packet is served', async () => {
  const connection = wire();
  const offer = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';
  connection.write(
    `GET /v1 HTTP/1.1\r\n${host}${offer}\r\n${start}${host}${json}${offer}${object}GET /v1/ HTTP/1.1\r\n${host}\r\n`,
  );
  for (const reason of ['not_found', 'validation_failed', 'not_found'])
    expect(validateResponse(await connection.read()).reason).toBe(reason);
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

/** A file that does not fit into the buffers of a connection. */
const fileBytes = 16 * 1024 * 1024;
const large = { method: 'GET', target: '/docs/large.txt' } as const;

async function appWithLargeFile(options: Parameters<typeof appForTest>[1] = {}) {
  const folder = join(temporaryFolder(), 'docs');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'large.txt'), Buffer.alloc(fileBytes));
  writeFileSync(join(folder, 'wide.txt'), '');
  const files = {
    'large.txt': { 'Content-Type': 'text/plain' },
    'wide.txt': { Wide: 'x'.repeat(2 ** 20) },
  };
  writeFileSync(join(folder, 'headers.json'), JSON.stringify({ files }));
  const app = await appForTest(async () => ({}), { docsFolder: folder, ...options });
  const openFiles = () =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder);
      } catch {
        // It was closed in the meantime.
        return false;
      }
    }).length;
  return { app, openFiles };
}

/** A client that sends requests and reads nothing. */
async function sendWithoutReading(
  { port }: Listening,
  bytes: Uint8Array,
  from = '127.0.0.1',
): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, localAddress: from });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.pause();
  socket.write(bytes);
  return socket;
}

const repeated = (request: Parameters<typeof encode>[0], times: number) =>
  Buffer.concat(Array.from({ length: times }, () => encode(request)));

test('a client that ends its direction of the connection gets its responses, and then the end', async () => {
  const body = { ...credentialsOf(await addPerson(server)), password: 'wrong' };
  const connection = wire();
  connection.write(repeated({ target: paths.login, body }, 2));
  connection.end();
  for (let nth = 0; nth < 2; nth += 1)
    expect(validateResponse(await connection.read()).reason).toBe('invalid_credentials');
  await connection.closed;
});

test('requests behind one that runs when the client leaves have no effect', async () => {
  const { passwords, verify } = countingPasswords();
  const server = await serverForTest({ passwords });
  const person = await addPerson(server);
  const token = await tokenOf(server, credentialsOf(person));
  let finish = () => {};
  const verifying = new Promise<void>((resolve) => {
    verify.mockImplementationOnce(() => {
      resolve();
      return new Promise((done) => {
        finish = () => done(false);
      });
    });
  });
  const login = encode({
    target: paths.login,
    body: { ...credentialsOf(person), password: 'wrong' },
  });
  const socket = await sendWithoutReading(
    server,
    Buffer.concat([
      login,
      repeated({ target: paths.generate, token, body: {} }, 4),
      // Node gives up a socket that has one, and a reset of it would end the process.
      Buffer.from(`CONNECT elsewhere.example:443 HTTP/1.1\r\n${host}\r\n`),
    ]),
  );
  await verifying;
  const lines = () => server.log.lines().filter(({ msg }) => msg === 'client disconnected');
  socket.resetAndDestroy();
  await expect.poll(lines).toMatchObject([{ operation: 'login' }]);
  // There was no response.
  expect(lines()[0]).not.toHaveProperty('status');
  finish();
  await expect.poll(() => server.log.text()).toContain('login_failed');
  expect(await server.store.apiKeys.list(person.id, server.clock.now())).toEqual([]);
  expect(lines()).toHaveLength(1);
});

test('a client that does not read files, and then leaves, holds none open', async () => {
  const { app, openFiles } = await appWithLargeFile();
  const socket = await sendWithoutReading(app, repeated(large, 90));
  await app.received(1);
  await (await fetch(`http://127.0.0.1:${app.port}${large.target}`)).arrayBuffer();
  await expect.poll(openFiles).toBe(0);
  expect(app.log.text()).not.toContain('client disconnected');
  socket.destroy();
  await expect.poll(() => app.log.text()).toContain('client disconnected');
  await expect.poll(openFiles).toBe(0);
});

test('in the server of somebody else, requests behind a response that never comes leave nothing behind', async () => {
  const { app, openFiles } = await appWithLargeFile({ path: '/ours', foreign: true });
  const file = { ...large, target: `/ours${large.target}` };
  const socket = await sendWithoutReading(
    app,
    Buffer.concat([
      encode({ target: '/slow' }),
      repeated(file, 9),
      encode({ target: '/ours/nothing' }),
    ]),
  );
  await app.received(11);
  socket.destroy();
  await expect.poll(() => app.log.lines()).toHaveLength(10);
  await expect.poll(openFiles).toBe(0);
});

test.each([
  ['stays and never reads', 0],
  ['goes on to send and never reads', 1],
])('a client that %s is disconnected', async (_how, bytes) => {
  const { app, openFiles } = await appWithLargeFile({ sendTimeoutMs: 1000 });
  const socket = await sendWithoutReading(app, repeated(large, 1 + 2 * bytes));
  const ended = new Promise((resolve) => socket.once('close', resolve));
  let sent = 0;
  const sending = setInterval(() => {
    socket.write('G'.repeat(bytes));
    sent += bytes;
  }, 10);
  onTestFinished(() => clearInterval(sending));
  await expect.poll(() => app.log.text()).toContain('client disconnected');
  // Behind more bytes than these, nothing more is read.
  expect(sent).toBeLessThan(500);
  await expect.poll(openFiles).toBe(0);
  socket.resume();
  await ended;
  expect(app.log.lines()).toHaveLength(1);
});

test.each([0, 1, 2, 3])(
  'a request is not even parsed before the response to the last has left, when a packet ends %i bytes before it',
  async (split) => {
    let finish = () => {};
    const app = await appForTest(() => new Promise((resolve) => (finish = () => resolve({}))));
    const running = encode({ target: paths.revoke('any'), method: 'DELETE', token: 'any' });
    const socket = await sendWithoutReading(app, running.subarray(0, running.length - split));
    // By the time of its response, the server has received the first packet.
    await sendRequest(app, { target: '/nothing' });
    socket.write(running.subarray(running.length - split));
    socket.write(repeated({ target: '/nothing' }, 500));
    await app.received(2);
    await sendRequest(app, { target: '/nothing' });
    await app.received(3);
    finish();
    socket.resume();
    await app.received(503);
  },
);

async function requestOnEach(
  connections: readonly ReturnType<typeof connectionForTest>[],
  request = encode({ target: '/' }),
) {
  for (const connection of connections) connection.write(request);
  for (const connection of connections) expect((await connection.read()).status).toBe(200);
}

const file = (name: string) =>
  readFileSync(new URL(`../../conformance/http/tls/${name}`, import.meta.url));
const tls = { cert: file('certificate.pem'), key: file('key.pem') };

/** A server, with the turn of the event loop in which each request began. */
async function serverWithTurns(
  respond: (response: ServerResponse) => void = (response) => response.end(),
  tls?: Parameters<typeof createNodeServer>[2],
) {
  const limits = { ...defaultLimits, connectionsPerNetwork: 2000 };
  const server = createNodeServer(limits, (_request, response) => respond(response), tls);
  const turns: number[] = [];
  let turn = 0;
  server.on('begin', () => turns.push(turn));
  const port = await listenForTest(server);
  const count = () => {
    turn += 1;
    if (server.listening) setImmediate(count);
  };
  count();
  return { server, port, turns, turnOf: () => turn };
}

test.each([
  ['', encode({ target: '/' })],
  // More than is parsed at once.
  [
    ' whose body is discarded',
    Buffer.from(`${start}${host}${chunked}${'1\r\na\r\n'.repeat(300)}0\r\n\r\n`),
  ],
])(
  'a connection begins at most one request%s in a turn of the event loop',
  async (_which, request) => {
    const { port, turns } = await serverWithTurns();
    const connection = connectionForTest(port);
    connection.write(Buffer.concat(Array.from({ length: 100 }, () => request)));
    for (let nth = 0; nth < 100; nth += 1) expect((await connection.read()).status).toBe(200);
    expect(new Set(turns).size).toBe(100);
  },
);

/** Responds at once, except to the next request: the turn is over then. */
function slowOnce() {
  let isSlow = false;
  return {
    slow: () => (isSlow = true),
    respond: (response: ServerResponse) => {
      if (isSlow) for (const until = performance.now() + 21; performance.now() < until; );
      isSlow = false;
      response.end();
    },
  };
}

test('behind a request that takes long, connections wait for the next turn of the event loop, unless they keep 64 MiB', async () => {
  const { slow, respond } = slowOnce();
  const { port, turns } = await serverWithTurns(respond);
  const connect = (count: number) => Array.from({ length: count }, () => connectionForTest(port));
  const inFirst = async (connections: ReturnType<typeof connect>, body?: string) => {
    turns.length = 0;
    slow();
    await requestOnEach(connections, encode({ target: '/', body }));
    return turns.filter((turn) => turn === turns[0]).length;
  };
  const connections = connect(1300);
  await requestOnEach(connections);
  expect(await inFirst(connections)).toBeLessThan(10);
  expect(await inFirst(connections, 'x'.repeat(100_000))).toBeGreaterThan(10);
  const others = connect(30);
  await requestOnEach(others);
  expect(await inFirst(others)).toBeLessThan(10);
});

const overTls = (address: object) => connectTls({ rejectUnauthorized: false, ...address });

test.each([
  ['', undefined, undefined],
  [' of TLS', tls, overTls],
])(
  'connections%s whose requests wait for their turn are not closed as idle',
  async (_which, tls, connect) => {
    const { slow, respond } = slowOnce();
    const { server, port } = await serverWithTurns(respond, tls);
    const connections = Array.from({ length: 30 }, () => connectionForTest(port, connect));
    await requestOnEach(connections);
    slow();
    // Behind the first, which takes long, the others wait.
    server.once('begin', () => server.once('begin', () => closeIdle(server)));
    await requestOnEach(connections);
  },
);

test('a request that waits is begun when all before it are served, or wait for something else', async () => {
  const { port, turns } = await serverWithTurns(async (response) => {
    await Promise.resolve();
    for (const until = performance.now() + 1; performance.now() < until; );
    response.end();
  });
  await requestOnEach(Array.from({ length: 200 }, () => connectionForTest(port)));
  const counts = turns.map((turn) => turns.filter((other) => other === turn).length);
  expect(Math.max(...counts)).toBeLessThan(20);
});

test('of requests that wait, one of each network is served in turn', async () => {
  const { slow, respond } = slowOnce();
  const { server, port } = await serverWithTurns(respond);
  const connections = Array.from({ length: 20 }, () => connectionForTest(port));
  await requestOnEach(connections);
  const other = '192.0.2.1';
  server.prependOnceListener('connection', (socket) =>
    Object.defineProperty(socket, 'remoteAddress', { value: other }),
  );
  connections.push(connectionForTest(port));
  await requestOnEach(connections);
  const addresses: (string | undefined)[] = [];
  server.on('begin', ({ socket }) => addresses.push(socket.remoteAddress));
  slow();
  await requestOnEach(connections);
  expect(addresses).toHaveLength(21);
  expect(addresses.indexOf(other)).toBe(2);
});

/** Connects fifty clients, during which the clock advances by `step` milliseconds whenever it is read. */
function connectWithoutTime(server: Server, port: number, atFirst: () => void, step = 0) {
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += step));
  onTestFinished(() => clock.mockRestore());
  let accepted = 0;
  server.on('connection', () => (accepted += 1)).once('connection', atFirst);
  for (let nth = 0; nth < 50; nth += 1) connectionForTest(port);
  return { accepted: () => accepted };
}

test.each([
  ['at first, requests wait for all clients that connect', 0, true],
  ['when ten milliseconds are over, and hardly any client has connected, too', 0.2, true],
  ['after a tenth of a second, requests are served while clients connect', 6, false],
])('%s', async (_what, step, waits) => {
  const { server, port } = await serverWithTurns();
  const connection = connectionForTest(port);
  await requestOnEach([connection]);
  let before = 0;
  server.once('begin', () => (before = clients.accepted()));
  const clients = connectWithoutTime(
    server,
    port,
    () => connection.write(encode({ target: '/' })),
    step,
  );
  expect((await connection.read()).status).toBe(200);
  expect(before === 50).toBe(waits);
});

/** A TLS client whose bytes something between them holds back, and its connection at the server. */
async function heldTls(server: Server, port: number) {
  let held: Buffer | undefined;
  let release = () => {};
  const between = createServer((client) => {
    const onwards = connect({ host: '127.0.0.1', port });
    onwards.on('error', () => {}).on('close', () => client.destroy());
    onwards.pipe(client.on('error', () => {}));
    client.on('data', (bytes) => {
      if (held === undefined) onwards.write(bytes);
      else held = Buffer.concat([held, bytes]);
    });
    release = () => {
      onwards.write(held ?? '');
      held = undefined;
    };
  });
  const address = { host: '127.0.0.1', port: await listenForTest(between) };
  const connected = [once(server, 'connection'), once(server, 'secureConnection')];
  const client = connectTls({ ...address, rejectUnauthorized: false });
  onTestFinished(() => void client.destroy());
  await once(client, 'secureConnect');
  const [raw, socket]: Socket[] = (await Promise.all(connected)).flat();
  held = Buffer.of();
  if (raw === undefined || socket === undefined) throw new Error('there is no connection');
  return { client, raw, socket, heldBytes: () => held?.length ?? 0, release: () => release() };
}

// Each has a header and a tag.
const recordBytes = 5 + 1 + 16;

test('of the records behind a response, hardly any are decrypted before it has left', async () => {
  const { server, port, turnOf } = await serverWithTurns(() => {}, tls);
  const { client, raw, socket, heldBytes, release } = await heldTls(server, port);
  // Several in one write would become one record.
  for (const part of [encode({ target: '/' }), ...'x'.repeat(1000)])
    await new Promise((done) => client.write(part, done));
  await expect.poll(heldBytes).toBeGreaterThan(1000 * recordBytes);
  const all = raw.bytesRead + heldBytes();
  release();
  await expect.poll(() => raw.bytesRead).toBe(all);
  expect(socket.readableLength).toBeGreaterThan(0);
  expect(socket.readableLength).toBeLessThan(100);
  client.write(Buffer.alloc(2 ** 24));
  const turn = turnOf();
  await expect.poll(turnOf).toBeGreaterThan(turn + 1000);
  expect(raw.bytesRead).toBeLessThan(2 ** 20);
});

test('records are decrypted when it is the turn of their connection', async () => {
  const { server, port } = await serverWithTurns(undefined, tls);
  const { client, raw, socket, heldBytes, release } = await heldTls(server, port);
  client.write(encode({ target: '/' }));
  await expect.poll(heldBytes).toBeGreaterThan(0);
  let before = 0;
  socket.once('data', () => (before = clients.accepted()));
  const clients = connectWithoutTime(server, port, release);
  await once(client, 'data');
  expect(before).toBe(50);
  expect(socket.remoteAddress).toBe(raw.remoteAddress);
});

/** A client of TLS that sends a request, and the connection of the server below TLS. */
async function requestOverTls(respond: (response: ServerResponse) => void) {
  const { server, port } = await serverWithTurns(respond, tls);
  const client = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false });
  onTestFinished(() => void client.destroy());
  client.on('error', () => {}).write(encode({ target: '/' }));
  const [raw]: Socket[] = await once(server, 'connection');
  if (raw === undefined) throw new Error('there is no connection');
  return { client, raw };
}

test('after an error of TLS the connection is closed, also when a response is under way', async () => {
  const { client, raw } = await requestOverTls((response) =>
    response.writeHead(200, { Connection: 'close', 'Content-Length': 2 }).write('x'),
  );
  await once(client, 'data');
  raw.emit('data', Buffer.alloc(9, 0x17));
  await expect.poll(() => raw.destroyed).toBe(true);
});

test('the end of a response, when it is written on its own, writes nothing empty through TLS', async () => {
  const { client, raw } = await requestOverTls((response) => {
    response.writeHead(200, { 'Content-Length': 1 }).write('x');
    setImmediate(() => response.end());
  });
  const write = vi.spyOn(raw, 'write');
  await once(client, 'data');
  client.end();
  await once(raw, 'close');
  expect(write.mock.calls.map(([bytes]) => bytes.length)).not.toContain(0);
});

test('a client of TLS that ends its direction of the connection gets its responses', async () => {
  const { port } = await serverWithTurns(undefined, tls);
  const halfOpen = { allowHalfOpen: true };
  const client = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false, ...halfOpen });
  client.end(repeated({ target: '/' }, 50));
  expect((await text(client)).match(/HTTP\/1\.1 200 OK/g)).toHaveLength(50);
});

test('a client that has left before it is accepted, and so has no address, takes no place', async () => {
  const { server } = await serverWithTurns();
  const left = new Socket();
  server.emit('connection', left);
  expect(left.destroyed).toBe(true);
});

test('a client of TLS that leaves before its handshake has ended is disconnected at once, and not when the time for it is over', async () => {
  const { server, port } = await serverWithTurns(undefined, tls);
  connect({ host: '127.0.0.1', port }).end();
  const [{ code }] = await once(server, 'tlsClientError');
  expect(code).toBe('ECONNRESET');
});

test('clients that download files, do not read them or leave, leave room for others', async () => {
  const { app } = await appWithLargeFile({ sendTimeoutMs: 2 ** 30 });
  for (let nth = 0; nth < 3; nth += 1) await sendWithoutReading(app, encode(large));
  const head = encode({ ...large, method: 'HEAD' });
  const leaving = await Promise.all(
    Array.from({ length: 20 }, () => sendWithoutReading(app, head)),
  );
  for (const socket of leaving) socket.destroy();
  // More than the buffers of a connection take.
  const wide = repeated({ target: '/docs/wide.txt', method: 'HEAD' }, 20);
  for (let nth = 0; nth < 3; nth += 1) await sendWithoutReading(app, wide);
  const sockets = await Promise.all(
    Array.from({ length: 6 }, () => sendWithoutReading(app, encode(large))),
  );
  for (const socket of sockets) socket.resume();
  await Promise.all(sockets.map((socket) => once(socket, 'data')));
  for (const socket of sockets) socket.destroy();
  const response = await fetch(`http://127.0.0.1:${app.port}${large.target}`);
  expect((await response.arrayBuffer()).byteLength).toBe(fileBytes);
});

test('what is discarded waits for clients that connect, too', async () => {
  const { server, port } = await serverWithTurns();
  const client = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
  onTestFinished(() => void client.destroy());
  const [socket] = await once(server, 'connection');
  client.resume().write(`${start}${host}Connection: close\r\nContent-Length: 100000000\r\n\r\n`);
  await once(client, 'end');
  let before = 0;
  const clients = connectWithoutTime(server, port, () => client.write(Buffer.alloc(2 ** 20)));
  socket.on('data', () => (before = clients.accepted()));
  await expect.poll(() => socket.bytesRead).toBeGreaterThan(2 ** 20);
  expect(before).toBe(50);
});

test('of what is discarded, a few connections read a packet in a turn of the event loop', async () => {
  const { server, port, turnOf } = await serverWithTurns();
  const packets: { nth: number; turn: number }[] = [];
  server.on('begin', ({ socket }) => {
    let nth = 0;
    socket.on('data', () => {
      nth += 1;
      packets.push({ nth, turn: turnOf() });
    });
  });
  const clients = Array.from({ length: 30 }, () =>
    connect({ host: '127.0.0.1', port, allowHalfOpen: true }),
  );
  for (const client of clients) {
    onTestFinished(() => void client.destroy());
    client
      .on('error', () => {})
      .resume()
      .write(`${start}${host}Connection: close\r\nContent-Length: 100000000\r\n\r\n`);
  }
  await Promise.all(clients.map((client) => once(client, 'end')));
  for (const client of clients) client.write(Buffer.alloc(2 ** 20));
  await expect.poll(() => packets.length).toBeGreaterThanOrEqual(30 * 16);
  const later = packets.filter(({ nth }) => nth > 1);
  const counts = later.map(({ turn }) => later.filter((other) => other.turn === turn).length);
  expect(Math.max(...counts)).toBeLessThanOrEqual(2 * 8);
});

test('a body is parsed as it is read', async () => {
  const app = await appForTest(async () => ({}), { countRequest: () => new Promise(() => {}) });
  const [headers, body] = [
    [['Transfer-Encoding', 'chunked']] as const,
    '1\r\na\r\n'.repeat(10_000),
  ];
  await sendWithoutReading(app, encode({ target: paths.login, headers, body }));
  const [request] = await app.received(1);
  await sendRequest(app, { target: '/nothing' });
  expect(request?.readableLength).toBeGreaterThan(0);
  expect(request?.readableLength).toBeLessThan(200);
});

test('the requests of a hundred clients may wait for the responses before them', async () => {
  const app = await appForTest(() => new Promise(() => {}));
  const bytes = repeated({ target: paths.generate, token: 'any', body: {} }, 2);
  const oldest = await sendWithoutReading(app, bytes, '127.0.0.2');
  oldest.resume();
  await app.received(1);
  const sockets = await Promise.all(
    Array.from({ length: 102 }, () => sendWithoutReading(app, bytes)),
  );
  for (const socket of sockets) socket.resume();
  await expect.poll(() => sockets.filter(({ destroyed }) => destroyed)).toHaveLength(3);
  const last = await sendWithoutReading(app, bytes);
  last.resume();
  await expect.poll(() => sockets.filter(({ destroyed }) => destroyed)).toHaveLength(4);
  // The one that has waited longest makes room, of the network that has most of them.
  expect([last.destroyed, oldest.destroyed]).toEqual([false, false]);
});

test('requests are served wherever a packet ends', async () => {
  const app = await appForTest(async () => ({}));
  const post = `${start}${host}${json}${chunked}2\r\n{}\r\n0\r\nX: y\r\n\r\n`;
  const bytes = `GET /1 HTTP/1.1\r\n${host}\r\n${post}GET /2 HTTP/1.1\r\n${host}Content-Length: 4\r\n\r\n\r\n\r\nGET /3 HTTP/1.1\r\n${host}\r\n`;
  for (let end = 1; end < bytes.length; end += 1) {
    const connection = openConnection(app.port);
    connection.write(Buffer.from(bytes.slice(0, end)));
    // By the time of its response, the server has received the first packet.
    await sendRequest(app, { target: '/0' });
    connection.write(Buffer.from(bytes.slice(end)));
    const statuses = [];
    for (let nth = 0; nth < 4; nth += 1) statuses.push((await connection.read()).status);
    expect(statuses, `a packet of ${end} bytes`).toEqual([404, 400, 404, 404]);
    connection.close();
  }
});

test('a request behind one with too many header fields is not served', async () => {
  const own = await serverForTest();
  const many = `${start}${host}${json}${'a:b\r\n'.repeat(110)}${object}GET / HTTP/1.1\r\n${host}\r\n`;
  expect((await sendRaw(own, many)).reason).toBe('headers_too_large');
  expect((await sendRequest(own, { target: '/nothing' })).reason).toBe('not_found');
  expect(own.log.lines().map(({ status }) => status)).toEqual([431, 404]);
});

test.each([
  ['what is not a request', Buffer.from('hello\r\n\r\n')],
  [
    'a request with an invalid body',
    encode({ target: paths.login, headers: [['Transfer-Encoding', 'chunked']], body: 'zz\r\n' }),
  ],
])('%s gets one response, after the requests before it', async (_case, bytes) => {
  const connection = wire();
  connection.write(Buffer.concat([encode({ target: paths.generate, body: {} }), bytes]));
  expect(validateResponse(await connection.read()).reason).toBe('token_missing');
  expect(validateResponse(await connection.read()).reason).toBe('malformed_request');
  await connection.closed;
  await expect(connection.read()).rejects.toThrow('after 0 bytes');
});
