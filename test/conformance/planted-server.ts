import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createRaw, type Server, type Socket } from 'node:net';

export interface Planted {
  readonly url: string;
  close(): Promise<void>;
}

/** Nobody listens here: a port that is given to nobody who asks for any, as one just left would be. */
export const nowhere = 'http://127.0.0.1:9';

/** An HTTP server on a free port of the loopback. */
export async function plant(listener: RequestListener, host?: string): Promise<Planted> {
  // A connection that is not used for a while is the client's to end: a server's end of it can cross a request.
  const server = createServer({ keepAliveTimeout: 0 }, listener);
  return listenOn(server, () => server.closeAllConnections(), host);
}

/** Of the loopback, which on Linux is a whole network, an address whose port nobody else takes when it is left. */
export const ownHost = process.platform === 'linux' ? '127.77.0.1' : '127.0.0.1';

/** A server that answers every request with these octets, then closes unless told otherwise. */
export async function plantRaw(answer: string | Buffer, { keepOpen = false } = {}): Promise<Planted> {
  const sockets = new Set<Socket>();
  const server = createRaw((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => (keepOpen ? socket.write(answer) : socket.end(answer)));
  });
  return listenOn(server, () => {
    for (const socket of sockets) socket.destroy();
  });
}

async function listenOn(server: Server, cut: () => void, host = '127.0.0.1') {
  server.listen(0, host);
  await once(server, 'listening');
  // An address of a TCP server is never a pipe's name.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
}
