import type { Socket } from 'node:net';
import { type Address, type Connected, openConnection } from './connect.ts';

export interface Lease {
  readonly socket: Socket;
  readonly reused: boolean;
}

export interface Pool {
  /** An idle connection, or a new one; always a new one when `fresh`. */
  take(fresh: boolean): Promise<Lease | Exclude<Connected, { socket: Socket }>>;
  release(socket: Socket): void;
  close(): void;
}

// Servers close idle connections (Node after 5 s). An older one could close during the next request.
const longestIdleMs = 2_000;

export function createPool(address: Address): Pool {
  const idle = new Map<Socket, { readonly since: number; readonly forget: () => void }>();
  const open = new Set<Socket>();

  return {
    take: async (fresh) => {
      const last = fresh ? undefined : [...idle].at(-1);
      if (last) {
        const [socket, { since, forget }] = last;
        idle.delete(socket);
        socket.off('close', forget).off('data', forget).off('error', forget);
        if (!socket.destroyed && performance.now() - since < longestIdleMs) {
          socket.ref();
          return { socket, reused: true };
        }
        socket.destroy();
      }
      const opened = await openConnection(address);
      if ('error' in opened) return opened;
      open.add(opened.socket);
      opened.socket.once('close', () => open.delete(opened.socket));
      return { socket: opened.socket, reused: false };
    },
    release: (socket) => {
      // Bytes on an idle connection belong to no request, so the connection cannot be used again.
      const forget = () => {
        idle.delete(socket);
        socket.destroy();
      };
      socket.once('close', forget).once('data', forget).once('error', forget);
      socket.unref();
      idle.set(socket, { since: performance.now(), forget });
    },
    close: () => {
      for (const socket of open) socket.destroy();
      idle.clear();
      open.clear();
    },
  };
}
