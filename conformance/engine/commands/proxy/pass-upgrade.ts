import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Target } from '../../http/target.ts';
import { openPassage, pairs } from './pass-through.ts';

/**
 * Passes on a request to change the protocol, such as to a WebSocket, and then everything in both directions. Nothing of it is judged.
 */
export async function passUpgrade(
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
  target: Target,
): Promise<void> {
  const passage = openPassage(request, target);
  if (typeof passage === 'string') return refuse(client, 400, passage);
  const connected = await passage.connect();
  if ('error' in connected) return refuse(client, 502, connected.error.message);

  const { socket } = connected;
  const { method, target: path, headers } = passage.sent;
  const own = pairs(request.rawHeaders).filter(([name]) =>
    /^(connection|upgrade|content-length|transfer-encoding)$/i.test(name),
  );
  const fields = [...headers, ...own].map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${fields.join('')}\r\n`, 'latin1');
  socket.write(head);
  await Promise.all([pipeline(client, socket), pipeline(socket, client)]);
}

/** Rejects a request on a connection for which Node makes no `ServerResponse`. */
export function refuse(client: Duplex, status: number, message: string): void {
  const text = `proxy: ${message}\n`;
  client.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: text/plain; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  );
}
