import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createRaw, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { createTarget, type TargetOptions } from '../../conformance/engine/http/target.ts';

export interface TestServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Nothing listens here. Unlike a port that was just closed, the system never assigns this port to a server. */
export const unusedUrl = 'http://127.0.0.1:9';

/** An HTTP server on a free port of the loopback. */
export async function startTestServer(listener: RequestListener): Promise<TestServer> {
  // Only the client closes idle connections: a server that closes one can do so while a request arrives.
  const server = createServer({ keepAliveTimeout: 0 }, listener);
  return listenOn(server, () => server.closeAllConnections());
}

/** An HTTP server until the test ends. */
export async function serverForTest(listener: RequestListener): Promise<TestServer> {
  const server = await startTestServer(listener);
  onTestFinished(() => server.close());
  return server;
}

/** A server that sends these bytes for every connection, then closes it unless `keepOpen` is set. */
export async function startRawTestServer(
  bytes: string | Buffer,
  { keepOpen = false } = {},
): Promise<TestServer> {
  const sockets = new Set<Socket>();
  const server = createRaw((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => (keepOpen ? socket.write(bytes) : socket.end(bytes)));
  });
  return listenOn(server, () => {
    for (const socket of sockets) socket.destroy();
  });
}

interface Served extends Partial<TargetOptions> {
  /** Whether a server of bytes keeps the connection open. */
  readonly keepOpen?: boolean;
}

/** A target for a server that responds so, or sends these bytes, until the test ends. */
export async function targetOf(
  serve: RequestListener | string | Buffer,
  { keepOpen, ...options }: Served = {},
) {
  const server =
    typeof serve === 'function'
      ? await startTestServer(serve)
      : await startRawTestServer(serve, { keepOpen: keepOpen === true });
  const target = createTarget({ baseUrl: server.url, ...options });
  onTestFinished(async () => {
    target.close();
    await server.close();
  });
  return target;
}

async function listenOn(server: Server, cut: () => void) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The address of a TCP server is never the name of a pipe.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
}
