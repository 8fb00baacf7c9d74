import type { RequestListener } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Lets a connection have so many requests without an answer, and ends one that sends further ahead (RFC 9112, 9.3.2: who
 * pipelines has to bear that). Requests are a few octets each and what they occupy here is not: a connection could fill
 * the memory at no cost.
 */
export function boundPipelining(most: number, listener: RequestListener): RequestListener {
  const unanswered = new WeakMap<Duplex, number>();
  return (request, response) => {
    const { socket } = request;
    // What comes after the end, or had come already, is still handed out (RFC 9112, 9.6: it must not be done).
    if (socket.destroyed || socket.writableEnded) return;
    const count = (unanswered.get(socket) ?? 0) + 1;
    unanswered.set(socket, count);
    if (count > most) {
      socket.destroy();
      return;
    }
    response.on('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    listener(request, response);
  };
}
