import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { closeIdle } from '../http/connections.ts';

/** How long a connection may stay idle after the stop begins: a request that is on its way to the server arrives in this time. */
const idleMs = 1000;

/** Accepts no more connections, lets running requests finish, and closes all connections after `timeoutMs`. */
export type Drain = (timeoutMs: number) => Promise<void>;

/**
 * Prepares a server to stop without losing a request. To close a connection that a client still uses would reset it. So each
 * response of a stopping server ends its connection and says so (RFC 9112, 9.6), and a client may send one more request before.
 */
export function prepareDrain(server: Server): Drain {
  const running = new Set<ServerResponse>();
  // All of them: the server itself does not know those before their TLS handshake.
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)));
  });
  let [draining, closing] = [false, false];

  server.on('begin', (_request, response: ServerResponse) => {
    if (draining) response.shouldKeepAlive = false;
    running.add(response);
    response.on('close', () => {
      running.delete(response);
      // Its headers were sent before the stop.
      if (closing) closeIdle(server);
    });
  });

  return async (timeoutMs) => {
    const end = performance.now() + timeoutMs;
    await acceptWaiting(server, timeoutMs / 2);
    draining = true;
    for (const response of running) response.shouldKeepAlive = false;
    const closed = once(server, 'close');
    // `close` of an HTTP server would also close idle connections at once.
    NetServer.prototype.close.call(server);
    const beginClosing = async () => {
      // After a pause of the process, requests that have arrived are read first.
      await nextTurn();
      await nextTurn();
      closing = true;
      closeIdle(server);
    };
    const idle = setTimeout(beginClosing, Math.min(idleMs, timeoutMs / 2));
    const timeout = setTimeout(() => {
      for (const socket of sockets) socket.destroy();
    }, end - performance.now());
    await closed;
    clearTimeout(idle);
    clearTimeout(timeout);
    // Requests that were cut off have their lines in the log once their responses are closed.
    for (let turn = 0; running.size > 0 && turn < 1000; turn += 1) await nextTurn();
  };
}

/** Closing the socket resets those that wait. Node accepts one in each turn of the event loop. */
async function acceptWaiting(server: Server, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  let accepted = true;
  const note = () => {
    accepted = true;
  };
  server.on('connection', note);
  await nextTurn();
  while (accepted && performance.now() < deadline) {
    accepted = false;
    await nextTurn();
  }
  server.off('connection', note);
}

/** Runs all closers in order, even if some fail. @throws the first error, after all have run */
export async function closeAll(closers: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const close of closers) await close().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
