import type { IncomingMessage, RequestListener } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Ends a connection for writing. What the client still sends is read and discarded until the client ends the connection too, or
 * the time is over (RFC 9112, 9.6). Closing while the client sends would reset the connection, and the response might be lost.
 */
export function linger(socket: Duplex, milliseconds: number): void {
  socket.end();
  socket.resume();
  setTimeout(() => socket.destroy(), milliseconds).unref();
}

/** Makes sure that a client which has not sent its whole request yet receives the response that ends its connection. */
export function lingering(milliseconds: number, listener: RequestListener): RequestListener {
  const latest = new WeakMap<Duplex, IncomingMessage>();
  return (request, response) => {
    const { socket } = request;
    if (!latest.has(socket)) {
      const closeAtOnce = socket.destroySoon;
      // Node calls this once the last response of a connection has left.
      socket.destroySoon = () => {
        if (latest.get(socket)?.complete === false) linger(socket, milliseconds);
        else closeAtOnce.call(socket);
      };
    }
    latest.set(socket, request);
    listener(request, response);
  };
}
