import type { IncomingMessage, RequestListener } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Ends a connection for writing, and reads on and throws away what comes until the peer ends it too or its time is over
 * (RFC 9112, 9.6). To close while the peer still sends would reset the connection, and the answer might be lost with it.
 */
export function linger(socket: Duplex, milliseconds: number): void {
  socket.end();
  socket.resume();
  setTimeout(() => socket.destroy(), milliseconds).unref();
}

/** Has an answer that ends its connection be heard by a peer that has not sent its whole request yet. */
export function lingering(milliseconds: number, listener: RequestListener): RequestListener {
  const latest = new WeakMap<Duplex, IncomingMessage>();
  return (request, response) => {
    const { socket } = request;
    if (!latest.has(socket)) {
      const closeAtOnce = socket.destroySoon;
      // What Node calls once an answer has gone that is the last of its connection.
      socket.destroySoon = () => {
        if (latest.get(socket)?.complete === false) linger(socket, milliseconds);
        else closeAtOnce.call(socket);
      };
    }
    latest.set(socket, request);
    listener(request, response);
  };
}
