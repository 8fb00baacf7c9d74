import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createTarget } from '../../../conformance/engine/http/target.ts';
import { targetOf } from '../test-server.ts';

describe('reuse', () => {
  afterEach(() => void vi.restoreAllMocks());

  /** Counts the connections of requests that are sent one after the other. */
  async function connectionsOf(listener: RequestListener, between: () => void = () => {}) {
    const ports = new Set<number | undefined>();
    const target = await targetOf((request, response) => {
      ports.add(request.socket.remotePort);
      listener(request, response);
    });
    for (let count = 0; count < 3; count += 1) {
      await target.send({ method: 'GET', target: '/' });
      between();
    }
    return ports.size;
  }

  /** Stops the clock of connections, so that the load of the machine does not matter. Returns a function that moves it on. */
  function stopClock(): (ms: number) => void {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    return (ms) => {
      now += ms;
    };
  }

  test('reuses a connection for the next request', async () => {
    const pass = stopClock();
    expect(
      await connectionsOf(
        (_request, response) => response.end('ok'),
        () => pass(200),
      ),
    ).toBe(1);
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

  test('uses a new connection after a pause in which the server may have begun to close the old one', async () => {
    const pass = stopClock();
    expect(
      await connectionsOf(
        (_request, response) => response.end('ok'),
        () => pass(300),
      ),
    ).toBe(3);
  });

  test('uses a new connection when the response took long, because the server may have sent it long ago', async () => {
    const pass = stopClock();
    const slow: RequestListener = (_request, response) => {
      pass(1_500);
      response.end('ok');
    };
    expect(await connectionsOf(slow)).toBe(3);
  });

  test.each([
    ['Connection', 'close'],
    ['Connection', 'Keep-Alive, Close'],
    ['Keep-Alive', 'timeout=0'],
  ])('uses a new connection after `%s: %s`', async (name, value) => {
    stopClock();
    const announcing: RequestListener = (_request, response) => {
      response.setHeader(name, value);
      response.end('ok');
    };
    expect(await connectionsOf(announcing)).toBe(3);
  });

  test('uses a connection for less than half of the time in `Keep-Alive`', async () => {
    const pass = stopClock();
    const announcing: RequestListener = (_request, response) => {
      response.setHeader('Keep-Alive', 'timeout=1');
      pass(400);
      response.end('ok');
    };
    expect(await connectionsOf(announcing, () => pass(50))).toBe(1);
    expect(await connectionsOf(announcing, () => pass(150))).toBe(3);
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
});
