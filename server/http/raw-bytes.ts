import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** How many bytes of a TLS connection are decrypted before it is the turn of others: 46 records at most, of up to 30 µs each. */
const partBytes = 1024;

/** The client whose bytes are being decrypted. */
let reading: Socket | undefined;

const rawSockets = new WeakMap<Socket, Socket>();

/** Whether bytes have come that nobody has parsed yet: they wait before or after they are decrypted. */
export function hasUnread(socket: Socket): boolean {
  const raw = rawSockets.get(socket);
  return socket.isPaused() || socket.readableLength > 0 || (raw !== undefined && hasUnread(raw));
}

/** Gives connections of TLS over `rawBytes` what those over a socket have, before anything else of the server uses them. */
export function completeTls(server: Server): void {
  server.prependListener('secureConnection', (socket: Socket) => {
    Object.defineProperty(socket, 'remoteAddress', { value: reading?.remoteAddress });
    // A client that ends only its own direction still reads the responses. One that ends it before has left.
    if (reading !== undefined) {
      reading.allowHalfOpen = true;
      rawSockets.set(socket, reading);
    }
    skipEmptyWrites(socket);
    // After an error of TLS nothing can be sent any more, and no response leaves.
    socket.on('error', () => socket.destroy());
  });
}

interface Turns {
  mustWait(socket: Socket): boolean;
  wait(socket: Socket, rest: Buffer): void;
}

/**
 * The bytes of a connection, as they are before TLS. Node decrypts all of a packet at once, and does not tell of records without data,
 * such as those that renew keys (RFC 8446, 4.6.3). Here they come in parts, and those that come late in a turn wait.
 */
export function rawBytes(socket: Socket, turns: Turns): Duplex {
  let isFull = false;
  const bytes = new Duplex({
    readableHighWaterMark: partBytes,
    read() {
      if (isFull) socket.resume();
      isFull = false;
    },
    write: (chunk: Buffer, _encoding, callback) => void socket.write(chunk, callback),
    final: (callback) => void socket.end(callback),
    destroy(error, callback) {
      socket.destroy();
      callback(error);
    },
  });
  socket.on('data', (packet: Buffer) => {
    let rest = packet;
    while (rest.length > 0) {
      if (turns.mustWait(socket)) turns.wait(socket, rest);
      if (socket.isPaused()) return socket.unshift(rest);
      const part = rest.subarray(0, partBytes);
      rest = rest.subarray(partBytes);
      reading = socket;
      isFull = !bytes.push(part);
      reading = undefined;
      if (isFull) socket.pause();
    }
  });
  socket.on('end', () => bytes.push(null));
  socket.on('error', (error) => bytes.destroy(error));
  socket.on('close', () => bytes.destroy());
  return bytes;
}

/** TLS does not count an empty write as under way. If it writes more before that has ended, an assertion of Node ends the process. */
function skipEmptyWrites(socket: Socket): void {
  const { _write: write, _writev: writeAll } = socket;
  socket._write = (chunk, encoding, callback) => {
    if (chunk.length === 0) callback();
    else write.call(socket, chunk, encoding, callback);
  };
  socket._writev = (chunks, callback) => {
    const full = chunks.filter(({ chunk }) => chunk.length > 0);
    if (full.length === 0) callback();
    else writeAll?.call(socket, full, callback);
  };
}
