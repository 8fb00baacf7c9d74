import { connect as connectSocket, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface RawResponse {
  readonly status: number;
  /** In the order received, names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

type Connect = (address: { readonly host: string; readonly port: number }) => Socket;

export type RawConnection = ReturnType<typeof openConnection>;

/** A connection that sends any bytes, valid or not, and reads the responses. */
export function openConnection(port: number, connect: Connect = connectSocket) {
  const socket = connect({ host: '127.0.0.1', port });
  let received = Buffer.alloc(0);
  let ended = false;
  let look = () => {};
  /** Resolves when the server has ended the connection, or `close` was called. */
  const closed = new Promise<void>((resolve) => {
    const end = () => {
      ended = true;
      look();
      resolve();
    };
    socket.on('end', end).on('close', end);
  });
  // A reset is handled like an end: what arrived before it is still read.
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    look();
  });

  /** The next complete response. Rejects when the connection ends before that. */
  const read = ({ body = true } = {}) =>
    new Promise<RawResponse>((resolve, reject) => {
      look = () => {
        const found = takeResponse(received, body);
        if (found !== undefined) {
          received = received.subarray(found.length);
          look = () => {};
          resolve(found.response);
        } else if (ended) {
          reject(
            new Error(`the connection ended without a response, after ${received.length} bytes`),
          );
        }
      };
      look();
    });
  return {
    write: (bytes: string | Uint8Array) => socket.write(bytes),
    read,
    closed,
    /** Ends sending. Responses can still be read. */
    end: () => socket.end(),
    close: () => void socket.destroy(),
    reset: () => void socket.resetAndDestroy(),
  };
}

/** The same, until the test ends. */
export function connectionForTest(port: number, connect?: Connect): RawConnection {
  const connection = openConnection(port, connect);
  onTestFinished(() => connection.close());
  return connection;
}

function takeResponse(bytes: Buffer, hasBody: boolean) {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  const start = end + 4;
  const status = Number(statusLine.split(' ')[1]);
  const size = Number(headers.find(([name]) => name === 'content-length')?.[1] ?? 0);
  const length = start + (hasBody && status >= 200 ? size : 0);
  if (bytes.length < length) return undefined;
  return { response: { status, headers, body: bytes.subarray(start, length) }, length };
}
