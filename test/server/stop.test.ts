import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { defaultLimits } from '../../server/http/guard.ts';
import { createNodeServer } from '../../server/http/node-server.ts';
import { prepareDrain } from '../../server/serve/drain.ts';
import { generate, paths, revoke, textIn } from '../support/http/call-operations.ts';
import { listenForTest } from '../support/http/listen-for-test.ts';
import { beginRequest, openIdleConnection } from '../support/http/send-request.ts';
import { validateResponse } from '../support/http/validate-response.ts';
import { selfSigned } from '../support/self-signed.ts';
import { fakeTimers } from '../support/server/clock.ts';
import { temporaryFolder } from '../support/server/database.ts';
import { addCaller } from '../support/server/people.ts';
import { serverForTest, startTestServer } from '../support/server/test-server.ts';
import { failExec } from './faults/sqlite-faults.ts';

const login = { target: paths.login };

test('a stop waits for running requests, and ends their connections with their responses', async () => {
  const server = await startTestServer({ config: { drainMs: 300_000 } });
  const wires = [await beginRequest(server, login), await beginRequest(server, login)];
  const stopped = server.close();
  for (const wire of wires) {
    wire.write('{}');
    expect(validateResponse(await wire.read()).reason).toBe('validation_failed');
    await wire.closed;
  }
  await stopped;
});

test('a request that never ends is cut off after the grace period, and has its line in the log', async () => {
  const server = await startTestServer({ config: { drainMs: 20 } });
  const wire = await beginRequest(server, login);
  await server.close();
  expect(server.log.lines().at(-1)).toMatchObject({
    operation: 'login',
    msg: 'client disconnected',
  });
  await wire.closed;
  await expect(wire.read()).rejects.toThrow('after 0 bytes');
});

test('a connection whose TLS handshake never comes is cut off, too', async () => {
  const limits = { headersTimeoutMs: 300_000, requestTimeoutMs: 300_000 };
  const server = await startTestServer({ config: { drainMs: 20, tls: selfSigned() }, limits });
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  await Promise.all([server.close(), once(socket, 'close')]);
});

test('a stop does not cut off a response that the client reads slowly', async () => {
  fakeTimers({ toFake: ['setTimeout'] });
  // More than the buffers of a connection hold.
  const body = Buffer.alloc(16 * 1024 * 1024);
  const server = createNodeServer(defaultLimits, (_request, response) => void response.end(body));
  const drain = prepareDrain(server);
  const socket = connect(await listenForTest(server), '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(socket, 'readable');
  const stopped = drain(300_000);
  while (vi.getTimerCount() < 2) await nextTurn();
  vi.advanceTimersByTime(1000);
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  socket.resume();
  await Promise.all([stopped, once(socket, 'close')]);
  expect(socket.bytesRead).toBeGreaterThan(body.length);
});

test('no request of busy clients is lost when the server stops, and each connection ends with its last response', async () => {
  const server = await startTestServer();
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  onTestFinished(() => agent.destroy());
  const send = () =>
    new Promise<string>((resolve) => {
      get(`${server.url}/nothing`, { agent }, (response) => {
        response.resume().on('end', () => resolve(response.headers.connection ?? ''));
      }).on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
    });
  const clients = Array.from({ length: 20 }, () => {
    const outcomes: string[] = [];
    const run = async () => {
      while (outcomes.at(-1) !== 'ECONNREFUSED') outcomes.push(await send());
    };
    return { outcomes, done: run() };
  });
  // Every client has a connection.
  while (clients.some(({ outcomes }) => outcomes.length < 2)) await sleep(5);
  await Promise.all([server.close(), ...clients.map(({ done }) => done)]);
  for (const { outcomes } of clients) {
    expect(outcomes.slice(-2)).toEqual(['close', 'ECONNREFUSED']);
    expect(new Set(outcomes.slice(0, -2))).toEqual(new Set(['keep-alive']));
  }
});

test('a stop on a full disk reports it, closes everything, and leaves acknowledged changes to the next start', async () => {
  const database = join(temporaryFolder(), 'test.db');
  const server = await startTestServer({ config: { database } });
  const { token } = await addCaller(server);
  const key = textIn(await generate(server, token), 'id');
  const idle = await openIdleConnection(server);
  // The write-ahead log cannot be written into the file.
  const free = failExec('wal_checkpoint', 'SQLITE_FULL');
  await expect(server.close()).rejects.toMatchObject({ code: 'SQLITE_FULL' });
  free();
  await idle.closed;
  await expect(fetch(server.url)).rejects.toThrow();
  const again = await serverForTest({ config: { database }, now: server.clock.now });
  expect((await revoke(again, token, key)).reason).toBeUndefined();
});
