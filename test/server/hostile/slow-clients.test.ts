import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { logIn, paths } from '../../support/http/call-operations.ts';
import type { Listening } from '../../support/http/send-request.ts';
import { addPerson, credentialsOf } from '../../support/server/people.ts';
import { serverForFile, serverForTest } from '../../support/server/test-server.ts';

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

test('a client that sends requests without reading responses is disconnected, and few of them run', async () => {
  const own = await serverForTest();
  const [socket] = await openSockets(own, 1, '');
  if (socket === undefined) throw new Error('no socket');
  // With a reset, which is an end like any other.
  const ended = new Promise((resolve) => socket.once('close', resolve));
  // It reads what comes, and waits for nothing.
  socket.resume();
  socket.write(`${head}Content-Length: 2\r\n\r\n{}`.repeat(5000));
  await ended;
  expect(own.log.lines().length).toBeLessThanOrEqual(100);
  expect((await logIn(own, credentialsOf(await addPerson(own)))).reason).toBeUndefined();
});
