import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy to a port on this machine that delays what clients send, as if the server were far away. */
export interface Delay {
  readonly url: string;
  close(): void;
}

/** @param ms the delay of each piece of a request, which is the round trip of the network. */
export async function startDelay(port: number, ms: number): Promise<Delay> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ host: '127.0.0.1', port, allowHalfOpen: true, noDelay: true });
    client.setNoDelay(true);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {
        client.destroy();
        upstream.destroy();
      });
      socket.on('close', () => sockets.delete(socket));
    }
    client.on('data', (bytes) => setTimeout(() => upstream.write(bytes), ms));
    client.on('end', () => setTimeout(() => upstream.end(), ms));
    upstream.on('data', (bytes) => client.write(bytes));
    upstream.on('end', () => client.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server without a path has an address object.
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own}`,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
