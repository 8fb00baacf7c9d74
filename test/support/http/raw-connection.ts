import { connect as connectSocket } from 'node:net';

export interface RawResponse {
  readonly status: number;
  /** In the order received, names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** A connection that sends any bytes, valid or not, and reads the responses. */
export interface RawConnection {
  write(bytes: string | Uint8Array): void;
  /** The next complete response. Rejects when the connection ends before that. */
  read(expect?: { readonly body?: boolean }): Promise<RawResponse>;
  /** Resolves when the server has ended the connection, or `close` was called. */
  readonly closed: Promise<void>;
  /** Ends sending. Responses can still be read. */
  end(): void;
  close(): void;
}

export function openConnection(port: number): RawConnection {
  const socket = connectSocket({ host: '127.0.0.1', port });
  let received = Buffer.alloc(0);
  let ended = false;
  let look = () => {};
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

  const read: RawConnection['read'] = ({ body = true } = {}) =>
    new Promise((resolve, reject) => {
      look = () => {
        const found = takeResponse(received, body);
        if (found !== undefined) {
          received = received.subarray(found.length);
          look = () => {};
          resolve(found.response);
        } else if (ended) {
          reject(new Error(`the connection ended without a response, after ${received.length} bytes`));
        }
      };
      look();
    });
  return {
    write: (bytes) => socket.write(bytes),
    read,
    closed,
    end: () => socket.end(),
    close: () => socket.destroy(),
  };
}

function takeResponse(
  bytes: Buffer,
  hasBody: boolean,
): { response: RawResponse; length: number } | undefined {
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
