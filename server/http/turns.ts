import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import { createFairQueue } from './fair-queue.ts';
import { rawBytes } from './raw-bytes.ts';

/** The time in a turn of the event loop, in milliseconds, after which no more data are parsed: long enough for a group of changes. */
const turnMs = 5;
/** For how long turns only accept connections, while clients connect in each of them. */
const acceptMs = 10;
/** Until so many were accepted, it is longer: a turn takes long when the database responds in it. */
const enoughAccepts = 200;
const longestAcceptMs = 100;
/** How many connections may read again in a turn what is discarded: each reads up to 64 KiB before anything of ours runs. */
const mostReads = 8;
/** How many bytes all connections that wait may keep. When they keep more, others no longer wait. */
const mostWaitingBytes = 64 * 1024 * 1024;

/**
 * Keeps the turns of the event loop short: the connections whose data come later wait for the next one. Node accepts one connection in
 * a turn, so clients that connect again and again, and make long turns, would keep others from connecting. While they do, turns do
 * nothing else for most of the time.
 *
 * @param opened is called for each connection, when Node serves it
 */
export function limitTurns(server: Server, opened: (socket: Socket) => void) {
  const waiting = createFairQueue();
  /** How many bytes each of them keeps. */
  const paused = new Map<Socket, number>();
  let waitingBytes = 0;
  let reads = 0;
  let resumed: Socket | undefined;
  let hasAccepted = false;
  let hadAccepted = false;
  let accepted = 0;
  let end: number | undefined;
  let workedAt = Number.NEGATIVE_INFINITY;
  let number = 0;

  const isOver = () => {
    const now = performance.now();
    if (end === undefined) {
      const most = accepted < enoughAccepts ? longestAcceptMs : acceptMs;
      const mayWork = !(hasAccepted || hadAccepted) || now - workedAt > most;
      if (mayWork) {
        workedAt = now;
        accepted = 0;
      }
      end = mayWork ? now + turnMs : now;
      setImmediate(() => {
        end = undefined;
        hadAccepted = hasAccepted;
        hasAccepted = false;
        number += 1;
        reads = 0;
        doNext();
      });
    }
    return now >= end;
  };
  const doNext = () => {
    if (waiting.size() === 0 || reads >= mostReads || isOver()) return;
    waiting.doNext();
    // The data of a connection that was resumed come in a tick before this one, and the next tick comes when its request is served.
    process.nextTick(() => queueMicrotask(doNext));
  };
  const forget = (socket: Socket) => {
    waitingBytes -= paused.get(socket) ?? 0;
    paused.delete(socket);
  };
  const pauseUntil = (socket: Socket, resume: () => void) => {
    socket.pause();
    waiting.add(socket, resume, socket);
    doNext();
  };

  const listeners = server.listeners('connection');
  const open = (socket: Socket) => {
    // Its client has left, perhaps before anything read the end.
    if (socket.destroyed || socket.readableEnded) return void socket.destroy();
    const stream = server instanceof TlsServer ? rawBytes(socket, turns) : socket;
    for (const listener of listeners) listener.call(server, stream);
    opened(socket);
  };
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    hasAccepted = true;
    accepted += 1;
    if (socket.destroyed) return;
    if (!isOver()) return open(socket);
    waiting.add(socket, () => open(socket));
    // A client that leaves before is no error.
    socket.on('error', () => {});
  });

  const turns = {
    /** Of this turn. It differs from that of every turn before in which data were parsed. */
    number: () => number,
    /** Whether a connection must wait before more of its data are parsed. */
    mustWait(socket: Socket): boolean {
      // However late it comes to it, a turn serves one.
      if (socket !== resumed)
        return isOver() && (waitingBytes < mostWaitingBytes || paused.has(socket));
      resumed = undefined;
      return false;
    },
    /** Pauses a connection until it is its turn, which may be now. `rest` is what it has read, and gets back. */
    wait(socket: Socket, rest?: Buffer) {
      forget(socket);
      const bytes = (rest?.length ?? 0) + socket.readableLength;
      waitingBytes += bytes;
      paused.set(socket, bytes);
      pauseUntil(socket, () => {
        forget(socket);
        resumed = socket;
        socket.resume();
      });
    },
    /** Pauses a connection whose data are discarded, until it is its turn to read more. */
    discard(socket: Socket) {
      forget(socket);
      pauseUntil(socket, () => {
        reads += 1;
        socket.resume();
      });
    },
  };
  return turns;
}
