import type { Socket } from 'node:net';

/** The time in a turn of the event loop, in milliseconds, after which no more data are parsed. */
const turnMs = 1;

// Each keeps 64 KiB that it has received.
const mostPaused = 1000;

export type Turns = ReturnType<typeof createTurns>;

/**
 * Keeps the turns of the event loop short: the connections whose data come later wait for the next one, in order. Node accepts one
 * connection in a turn, so a few hundred clients that make long turns, and connect again and again, would keep others from connecting.
 */
export function createTurns() {
  const paused = new Set<Socket>();
  let end: number | undefined;

  const isOver = () => {
    const now = performance.now();
    if (end === undefined) {
      end = now + turnMs;
      setImmediate(() => {
        end = undefined;
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
    /** Whether a connection must wait before more of its data are parsed. */
    mustWait: (socket: Socket) => isOver() && (paused.size < mostPaused || paused.has(socket)),
    /** Resumes a paused connection, now or when it is its turn. */
    resume(socket: Socket) {
      paused.add(socket);
      resumeNext();
    },
  };
}
