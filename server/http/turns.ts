import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** The time in a turn of the event loop, in milliseconds, after which no more data are parsed: long enough for a group of changes. */
const turnMs = 5;
/** The same after a turn in which a client has connected: others may wait to. */
const shortTurnMs = 1;
const mostPaused = 1000;

/**
 * Keeps the turns of the event loop short: the connections whose data come later wait for the next one, in order. Node accepts one
 * connection in a turn, so a few hundred clients that make long turns, and connect again and again, would keep others from connecting.
 */
export function limitTurns(server: Server) {
  const paused = new Set<Socket>();
  let hasAccepted = false;
  server.on('connection', () => (hasAccepted = true));
  let end: number | undefined;
  let number = 0;

  const isOver = () => {
    const now = performance.now();
    if (end === undefined) {
      end = now + (hasAccepted ? shortTurnMs : turnMs);
      hasAccepted = false;
      setImmediate(() => {
        end = undefined;
        number += 1;
        resumeNext();
      });
    }
    return now > end;
  };
  const resumeNext = () => {
    const [socket] = paused;
    if (socket === undefined || isOver()) return;
    paused.delete(socket);
    socket.resume();
    // Its data come in a tick before this one.
    process.nextTick(resumeNext);
  };

  return {
    /** Of this turn. It differs from that of every turn before in which data were parsed. */
    number: () => number,
    /** Whether a connection must wait before more of its data are parsed: each that waits keeps up to 64 KiB. */
    mustWait: (socket: Socket) => isOver() && (paused.size < mostPaused || paused.has(socket)),
    /** Pauses a connection until it is its turn, which may be now. */
    wait(socket: Socket) {
      socket.pause();
      paused.add(socket);
      resumeNext();
    },
  };
}
