import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * Simulates PgBouncer in front of a database: it only accepts the session parameters that it tracks, and reports a process id
 * of its own. Returns the URL.
 */
export async function poolerBefore(database: string): Promise<string> {
  const behind = new URL(database);
  const server = createServer((client) => {
    const upstream = connect(Number(behind.port), behind.hostname);
    client.once('data', (start: Buffer) => {
      const refused = parametersOf(start).find((name) => !followed.has(name));
      if (refused !== undefined) client.end(refusalOf(refused));
    });
    client.pipe(upstream);
    disguise(upstream, client);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      one.on('error', () => {}).on('close', () => other.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  const before = new URL(database);
  before.port = String(typeof address === 'object' && address?.port);
  return before.href;
}

const followed = new Set(['user', 'database', 'client_encoding', 'application_name']);

// Messages: https://www.postgresql.org/docs/current/protocol-message-formats.html.
function parametersOf(start: Buffer): string[] {
  const words = start.subarray(8).toString().split('\0');
  return words.filter((word, index) => index % 2 === 0 && word !== '');
}

function refusalOf(parameter: string): Buffer {
  const fields = `SFATAL\0C08P01\0Munsupported startup parameter: ${parameter}\0\0`;
  const message = Buffer.alloc(5 + fields.length);
  message.write('E');
  message.writeInt32BE(4 + fields.length, 1);
  message.write(fields, 5);
  return message;
}

/** Passes on what the server says, with another process in its `BackendKeyData`. */
function disguise(upstream: Socket, client: Socket): void {
  let held = Buffer.alloc(0);
  let isStarted = false;
  upstream.on('data', (data) => {
    held = Buffer.concat([held, data]);
    while (!isStarted && held.length >= 5 && held.length > held.readInt32BE(1)) {
      const message = held.subarray(0, 1 + held.readInt32BE(1));
      held = held.subarray(message.length);
      if (message.toString('latin1', 0, 1) === 'K') message.writeInt32BE(1, 5);
      isStarted = message.toString('latin1', 0, 1) === 'Z';
      client.write(message);
    }
    if (!isStarted) return;
    client.write(held);
    held = Buffer.alloc(0);
  });
}
