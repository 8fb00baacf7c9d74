import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createTarget } from '../../../conformance/engine/http/target.ts';
import { listenForTest } from '../../support/http/listen-for-test.ts';
import { targetOf } from '../test-server.ts';

describe('reuse', () => {
  afterEach(() => void vi.restoreAllMocks());

  /** Stops the clock of connections, so that the load of the machine does not matter. Returns a function that moves it on. */
  function stopClock(): (ms: number) => void {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    return (ms) => {
      now += ms;
    };
  }

  const keepAlive = { 'Keep-Alive': 'timeout=1' };
  test.each<
    [
      what: string,
      connections: number,
      headers: Record<string, string>,
      during: number,
      after: number,
    ]
  >([
    ['one connection for the next request', 1, {}, 0, 200],
    [
      'a new one after a pause in which the server may have begun to close the old one',
      3,
      {},
      0,
      300,
    ],
    [
      'a new one when the response took long, as the server may have sent it long ago',
      3,
      {},
      1_500,
      0,
    ],
    ['a new one after `Connection: close`', 3, { Connection: 'close' }, 0, 0],
    ['a new one after another spelling of it', 3, { Connection: 'Keep-Alive, Close' }, 0, 0],
    ['a new one after `Keep-Alive: timeout=0`', 3, { 'Keep-Alive': 'timeout=0' }, 0, 0],
    ['one connection for less than half of the time in `Keep-Alive`', 1, keepAlive, 400, 50],
    ['a new one after half of the time in `Keep-Alive`', 3, keepAlive, 400, 150],
  ])('uses %s', async (_what, connections, headers, during, after) => {
    const pass = stopClock();
    const ports = new Set<number | undefined>();
    const target = await targetOf((request, response) => {
      ports.add(request.socket.remotePort);
      pass(during);
      response.writeHead(200, headers).end('ok');
    });
    for (let count = 0; count < 3; count += 1) {
      await target.send({ method: 'GET', target: '/' });
      pass(after);
    }
    expect(ports.size).toBe(connections);
  });

  test('sends a request again, once, on a new connection if the server has closed the one of an error', async () => {
    stopClock();
    const seen: string[] = [];
    // Closes a connection after each error, without saying so.
    const target = await targetOf(({ socket, url = '' }, response) => {
      const isSecond = seen.includes(String(socket.remotePort));
      seen.push(String(socket.remotePort));
      if (isSecond || url === '/lost') socket.destroy();
      else response.writeHead(500).end();
    });
    const statuses: unknown[] = [];
    for (const path of ['/', '/', '/', '/lost']) {
      statuses.push((await target.send({ method: 'POST', target: path })).response?.status);
    }
    expect(statuses).toEqual([500, 500, 500, undefined]);
    expect(seen).toHaveLength(6);
  });

  test('uses a new connection after a response of HTTP/1.0', async () => {
    stopClock();
    // Responds only to the first request of a connection.
    const bytes = 'HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\n{}';
    const target = await targetOf(bytes, { keepOpen: true });
    for (const _ of [1, 2]) {
      expect((await target.send({ method: 'GET', target: '/' })).response?.status).toBe(200);
    }
  });

  test.each(['GET', 'POST', 'DELETE'])(
    'reports each response to %s that is lost, also on a reused connection',
    async (method) => {
      let count = 0;
      const target = await targetOf(({ socket }, response) => {
        count += 1;
        if (count % 10 === 0) socket.resetAndDestroy();
        else response.end('ok');
      });
      const lost: number[] = [];
      for (let sent = 1; sent <= 30; sent += 1) {
        const { error } = await target.send({ method, target: '/' });
        if (error !== undefined) lost.push(sent);
      }
      expect(lost).toEqual([10, 20, 30]);
      expect(count).toBe(30);
    },
  );
});

describe('half-closed connections', () => {
  const response = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}';
  const settings = { fresh: true, endAfterSending: true };

  /** Sends a request to a server that does this with each connection. */
  async function sendTo(serve: (socket: Socket) => void) {
    const port = await listenForTest(createServer({ allowHalfOpen: true }, serve));
    const target = createTarget({ baseUrl: `http://127.0.0.1:${port}` });
    onTestFinished(target.close);
    return target.send({ method: 'POST', target: '/', body: '{}', settings });
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
});
