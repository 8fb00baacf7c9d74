import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createTarget } from '../../../conformance/http/target.ts';

const response = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}';
const request = {
  method: 'POST',
  target: '/',
  body: '{}',
  settings: { fresh: true, endAfterSending: true },
};

/** Sends the request to a server that does this with each connection. */
async function sendTo(serve: (socket: Socket) => void) {
  const server = createServer({ allowHalfOpen: true }, serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const target = createTarget({ baseUrl: `http://127.0.0.1:${address.port}` });
  try {
    return await target.send(request);
  } finally {
    target.close();
    server.close();
  }
}

test('receives the response of a server that sends nothing to a client that has closed its side', async () => {
  const { response: received } = await sendTo((socket) => {
    socket.once('end', () => socket.destroy());
    socket.once('data', () => setTimeout(() => socket.end(response), 50));
  });
  expect(received?.status).toBe(200);
});

test('closes its side when a server waits for more of the request', async () => {
  const { response: received } = await sendTo((socket) => {
    socket.resume().once('end', () => socket.end(response));
  });
  expect(received?.status).toBe(200);
});
