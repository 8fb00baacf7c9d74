import type { Socket } from 'node:net';

// A server that still reads would get a reset for what it has not read; a half-close lets it finish.
export function drop(socket: Socket): void {
  socket.on('error', () => {});
  socket.end();
  const timer = setTimeout(() => socket.destroy(), 500);
  timer.unref();
  socket.resume();
  socket.unref();
  socket.once('close', () => clearTimeout(timer));
}
