import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createRaw } from 'node:net';
import { onTestFinished } from 'vitest';
import { createTarget, type TargetOptions } from '../../conformance/engine/http/target.ts';
import { listeningUrl } from '../../server/http/node-server.ts';
import { listenForTest } from '../support/http/listen-for-test.ts';

/** Nothing listens here. Unlike a port that was just closed, the system never assigns this port to a server. */
export const unusedUrl = 'http://127.0.0.1:9';

/** An HTTP server on a free port of the loopback. */
export async function startTestServer(listener: RequestListener) {
  // Only the client closes idle connections: a server that closes one can do so while a request arrives.
  const server = createServer({ keepAliveTimeout: 0 }, listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { url: listeningUrl(server), close };
}

/** An HTTP server until the test ends. */
export async function serverForTest(listener: RequestListener) {
  const server = await startTestServer(listener);
  onTestFinished(() => server.close());
  return server;
}

/** A server that sends these bytes for every connection, then closes it unless `keepOpen` is set, until the test ends. */
export async function rawServerForTest(bytes: string | Buffer, keepOpen = false) {
  const server = createRaw((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => (keepOpen ? socket.write(bytes) : socket.end(bytes)));
  });
  return { url: `http://127.0.0.1:${await listenForTest(server)}` };
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
      ? await serverForTest(serve)
      : await rawServerForTest(serve, keepOpen);
  const target = createTarget({ baseUrl: server.url, ...options });
  onTestFinished(target.close);
  return target;
}
