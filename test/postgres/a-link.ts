import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A network link to a database, which a test can cut and restore. Its `database` is the one by way of the link. */
export async function linkTo(database: string) {
  const behind = new URL(database);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    for (const socket of forward(client, connect(Number(behind.port), behind.hostname))) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    }
  });
  const listen = async (port: number) => once(server.listen(port, '127.0.0.1'), 'listening');
  await listen(0);
  const port = portOf(server);

  // While it is cut nobody listens on the port, and nobody else can be given it: it is that of a connection to elsewhere.
  const elsewhere = createServer().listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  let holder: Socket | undefined;
  const hold = async () => {
    holder = connect({ port: portOf(elsewhere), host: '127.0.0.1', localPort: port });
    await once(holder, 'connect');
  };

  const cut = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    const held = hold();
    for (const socket of sockets) socket.resetAndDestroy();
    await Promise.all([closed, held]);
  };
  onTestFinished(async () => {
    await cut();
    holder?.destroy();
    elsewhere.close();
  });
  const before = new URL(database);
  before.port = String(port);
  return {
    database: before.href,
    cut,
    restore: async () => {
      await listen(port);
      holder?.destroy();
    },
  };
}

/** Joins two connections, of which each ends with the other. Returns both. */
export function forward(client: Socket, upstream: Socket): readonly Socket[] {
  for (const [from, to] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    from.pipe(to);
    from.on('error', () => {}).on('close', () => to.destroy());
  }
  return [client, upstream];
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
