import type { Socket } from 'node:net';
import { type Address, type Connected, openConnection } from './connect.ts';

export interface Pool {
  /** A connection that was used just now, or a new one; always a new one when `fresh`. */
  take(fresh: boolean): Promise<Connected>;
  /** Keeps a connection for the next request. The server has said that it closes the connection after `keepAliveMs`. */
  release(socket: Socket, lastUse: { readonly sentAt: number; readonly keepAliveMs: number }): void;
  close(): void;
}

// Servers close idle connections (gunicorn after 2 s, Node after 5 s). A request on a connection that the server is closing
// would be lost through no error of the server, and a repetition would hide the errors of others.
const longestIdleMs = 250;
// The server's idle time may begin long before this process reads the response, when the machine is busy.
const longestSinceSentMs = 1_000;

export function createPool(address: Address): Pool {
  const idle = new Map<Socket, { readonly until: number; readonly forget: () => void }>();
  const open = new Set<Socket>();

  return {
    take: async (fresh) => {
      const last = fresh ? undefined : [...idle].at(-1);
      if (last) {
        const [socket, { until, forget }] = last;
        idle.delete(socket);
        socket.off('close', forget).off('data', forget).off('error', forget);
        if (!socket.destroyed && performance.now() < until) {
          socket.ref();
          return { socket };
        }
        socket.destroy();
      }
      const opened = await openConnection(address);
      if ('error' in opened) return opened;
      open.add(opened.socket);
      opened.socket.once('close', () => open.delete(opened.socket));
      return opened;
    },
    release: (socket, { sentAt, keepAliveMs }) => {
      // Bytes on an idle connection belong to no request, so the connection cannot be used again.
      const forget = () => {
        idle.delete(socket);
        socket.destroy();
      };
      socket.once('close', forget).once('data', forget).once('error', forget);
      socket.unref();
      const until = Math.min(
        performance.now() + longestIdleMs,
        // Half of what the server grants, for the time that a request travels.
        sentAt + Math.min(longestSinceSentMs, keepAliveMs / 2),
      );
      idle.set(socket, { until, forget });
    },
    close: () => {
      for (const socket of open) socket.destroy();
      idle.clear();
      open.clear();
    },
  };
}
